import { DEFAULT_BRANDING, DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import type { Role } from '@mission-control/contract/call';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesRoute } from '../../../app/http/files-route.ts';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import { regions, accounts, tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Services } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { createGitRepositories } from '../../../ports/repositories/git-driver.ts';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The branding calls over HTTP, as priya.shah. */
export interface BrandingApi {
  services: Services;
  get(url: string, role?: Role): Promise<Answer>;
  post(url: string, body: object, role?: Role, key?: string): Promise<Answer>;
  /** Sends a form: files and texts as they are, other values as JSON. */
  send(url: string, parts: Record<string, unknown>, role?: Role, more?: Record<string, string>): Promise<Answer>;
  /** A public file; undefined if there is none. */
  file(address: string): Promise<{ content: Buffer; headers: Record<string, unknown> } | undefined>;
  close(): Promise<void>;
}

/** Calls on a real database, real files and a real git repository `coursepro` with these files at `main`. */
export function createBrandingApi(t: TestCtx, themes: Record<string, string>): BrandingApi {
  const repository = join(t.fleetDir, 'coursepro');
  commitFiles(repository, themes);
  const repositories = createGitRepositories({
    folder: join(t.fleetDir, 'copies'),
    environment: { path: '/usr/local/bin:/usr/bin:/bin', home: t.fleetDir },
    address: async (name) => (name === 'coursepro' ? repository : undefined),
  });
  const services: Services = { ...t, ports: { ...t.ports, repositories } };
  const app = appOf(t, services);
  const answer = async (request: InjectOptions): Promise<Answer> => {
    const { statusCode, body } = await app.inject(request);
    return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
  };
  return {
    services,
    get: (url, role = 'viewer') => answer({ method: 'GET', url, headers: { authorization: role } }),
    post: (url, payload, role = 'operator', key = '') =>
      answer({
        method: 'POST',
        url,
        headers: { authorization: role, ...(key !== '' && { 'idempotency-key': key }) },
        payload,
      }),
    send: async (url, parts, role = 'operator', more = {}) => {
      const form = new Response(formOf(parts));
      const type = form.headers.get('content-type') ?? '';
      const payload = Buffer.from(await form.arrayBuffer());
      return answer({ method: 'POST', url, headers: { authorization: role, 'content-type': type, ...more }, payload });
    },
    file: async (address) => {
      const found = await app.inject({ method: 'GET', url: address });
      return found.statusCode === 200 ? { content: found.rawPayload, headers: found.headers } : undefined;
    },
    close: () => app.close(),
  };
}

function appOf(t: TestCtx, services: Services): FastifyInstance {
  const app = createFeatureApp(t, { services });
  filesRoute(app, services);
  return app;
}

function formOf(parts: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Blob) form.append(name, value, 'logo.png');
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

/** Commits files to the checked-out branch of a repository, creating it if missing. */
export function commitFiles(repository: string, files: Record<string, string>, branch = 'main'): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: repository,
      stdio: 'ignore',
    });
  mkdirSync(repository, { recursive: true });
  git('init', '-q');
  git('checkout', '-q', '-B', branch);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'themes');
}

let count = 0;

/** Creates a tenant and returns its id. */
export async function addTenant(
  t: TestCtx,
  { active = true, services = ['homeportal2'] }: { active?: boolean; services?: string[] } = {},
): Promise<number> {
  await t.db.insert(regions).values({ id: 1, name: 'eu-west-1', description: 'Europe' }).onConflictDoNothing();
  await t.db.insert(accounts).values({ id: 1, tradingName: 'Acme Ltd' }).onConflictDoNothing();
  const id = (count += 1) + 1_000;
  const at = t.clock.now();
  const name = `Tenant ${id}`;
  const owned = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'test' };
  await t.db.insert(tenants).values({ id, name, nameKey: name, active, ...owned });
  for (const service of services) await t.db.insert(tenantServices).values({ tenantId: id, service });
  return id;
}

/** The form fields of the Branding tab. */
export const brandForm = (
  colours: Partial<typeof DEFAULT_COLOURS | Record<string, string>> = {},
  more: object = {},
) => ({
  brandingData: { colors: { ...DEFAULT_COLOURS, ...colours }, app: 'coursepro', branch: 'main', ...more },
  contentData: {
    en: { ...DEFAULT_BRANDING.en, find_a_center_title: 'Find a centre' },
    cy: { ...DEFAULT_BRANDING.cy, find_a_center_title: 'Dewch o hyd i ganolfan' },
  },
});
