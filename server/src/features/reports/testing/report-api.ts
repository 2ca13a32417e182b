import type { Role } from '@mission-control/contract/call';
import type { CronLog, CronTask } from '@mission-control/contract/cron/schema';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import { environments } from '../../../fleet/tables.ts';
import { AppError } from '../../../platform/errors.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { authenticateEnvironment, mintReportToken } from '../tokens.ts';

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

/** The console's calls over HTTP, for environments and users. A user's bearer token is a role. */
export interface ReportApi {
  /** Sends a request as a user with this role. */
  ask(role: Role, method: 'GET' | 'POST', path: string): Promise<Answer>;
  /** A new report of these tenants. */
  body(tenants: object[], created?: Date): object;
  /** Sends a report, or any text, with a token. */
  report(token: string, kind: string, body: unknown): Promise<Answer>;
  /** Sends a request with a report token. */
  read(token: string, path: string): Promise<Answer>;
  /** Creates a token for the environment of this name. */
  tokenOf(name: string): Promise<string>;
  close(): Promise<void>;
}

/** A task as environments report it. */
export const cronTask = (taskName: string, logs: CronLog[], more: Partial<CronTask> = {}): CronTask => ({
  group: { name: 'Payments' },
  taskName,
  restrictions: { time: { type: 'always' }, run: null, conditional: null },
  execution: { chain: null },
  state: { status_text: 'Waiting', finished_fuzzy: '5 minutes ago' },
  logs,
  ...more,
});

export function createReportApi(t: TestCtx): ReportApi {
  const app = createFeatureApp(t, {
    authenticate: async (_services, bearer = '') => {
      if (!['viewer', 'operator', 'release-manager', 'admin'].includes(bearer))
        throw new AppError('not_signed_in', 'Sign in.');
      return t.as({ role: bearer as Role, name: 'priya.shah' }).actor;
    },
    authenticateEnvironment,
  });
  const send = (authorization: string, method: 'GET' | 'POST', url: string, payload?: string): Promise<Answer> =>
    app.inject({
      method,
      url,
      headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload }),
    });
  let made = 0;
  return {
    body: (tenants, created = t.clock.now()) => ({
      report_id: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
      created: created.toISOString(),
      tenants,
    }),
    ask: (role, method, path) => send(role, method, path),
    report: (token, kind, body) =>
      send(`Bearer ${token}`, 'POST', `/api/report/${kind}`, typeof body === 'string' ? body : JSON.stringify(body)),
    read: (token, path) => send(`Bearer ${token}`, 'GET', path),
    tokenOf: async (name) => {
      const [found] = await t.db.select().from(environments).where(eq(environments.name, name));
      return (await mintReportToken(t, found?.id ?? 0)).token;
    },
    close: () => app.close(),
  };
}
