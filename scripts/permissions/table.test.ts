import { Readable } from 'node:stream';
import type { Call, Role } from '@mission-control/contract/call';
import { ROLES } from '@mission-control/contract/call';
import { calls } from '@mission-control/contract/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleApp } from '../../server/src/app/testing/console-app.ts';
import { changePerson, deletePerson } from '../../server/src/features/auth/people/people.ts';
import { createUser } from '../../server/src/features/auth/public.ts';
import { mintAccessToken } from '../../server/src/features/auth/sessions/access-tokens.ts';
import { startSession } from '../../server/src/features/auth/sessions/sessions.ts';
import { sessions, users } from '../../server/src/features/auth/tables.ts';
import { callsForTokens, createToken, revokeToken } from '../../server/src/features/auth/tokens/api-tokens.ts';
import { importSmallInventory } from '../../server/src/features/inventory/testing/small-inventory.ts';
import { mintReportToken } from '../../server/src/features/reports/public.ts';
import { environments } from '../../server/src/fleet/tables.ts';
import { auditEvents } from '../../server/src/platform/audit/tables.ts';
import { setUpTestCtx } from '../../server/src/platform/testing/set-up-test-ctx.ts';
import { eq, like } from 'drizzle-orm';
import { CALLER_KINDS, verdictOf, type CallerKind } from './table.ts';

const t = setUpTestCtx(importSmallInventory);
let app: FastifyInstance;
beforeAll(async () => {
  app = await createConsoleApp(t);
  await fillCast();
});
afterAll(() => app.close());

/** A person with a session of their own, so that no request of another one ends it. */
interface Person {
  id: number;
  name: string;
  role: Role;
  sessionId: string;
  cookie: string;
}

let made = 0;
async function person(role: Role): Promise<Person> {
  const name = `person.${(made += 1)}`;
  const { id } = await createUser(t, { name, password: 'correct horse', role });
  const [user] = await t.db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('The person is not there.');
  const value = await startSession(t, user, 'mc', { device: null, address: '192.0.2.1' });
  const [session] = await t.db.select().from(sessions).where(eq(sessions.userId, id));
  return { id, name, role, sessionId: session?.id ?? '', cookie: `mc=${value}` };
}

const accessToken = ({ id, name, role, sessionId }: Person, services = t): Promise<string> =>
  mintAccessToken(services, { id: sessionId, lastSeenAt: t.clock.now(), userId: id, name, role });

async function newPair(cookie: string, more: Headers = {}) {
  const answer = await app.inject({ url: '/api/authenticate/verify', headers: { cookie, ...more } });
  return answer.json<{ token: string; refreshToken: string }>();
}

type Headers = Record<string, string>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** The headers of each caller. */
let cast = {} as Record<CallerKind, Headers>;
const people = {} as Record<Role | 'cookie', Person>;
/** API tokens limited to one call, other than the requested one. */
let limited = {} as Record<'getMe' | 'listRuns', string>;

async function fillCast(): Promise<void> {
  for (const role of ROLES) people[role] = await person(role);
  people.cookie = await person('admin');
  const good = await accessToken(people.admin);
  const [disabled, deleted, ended] = [await person('admin'), await person('admin'), await person('admin')];
  const tokens = [await accessToken(disabled), await accessToken(deleted), await accessToken(ended)] as const;
  await changePerson(t, disabled.id, { disabled: true });
  await deletePerson(t, deleted.id);
  await t.db.delete(sessions).where(eq(sessions.id, ended.sessionId));
  const hourAgo = { ...t, clock: { ...t.clock, now: () => new Date(t.clock.now().getTime() - 3_600_000) } };
  const owner = { ...t, actor: { ...t.as(people.admin).actor, sessionId: people.admin.sessionId } };
  const apiToken = async (only: string[] | null, name = only?.join() ?? 'all') =>
    createToken(owner, { name, role: 'admin', calls: only, expires_in_days: 1 });
  const lesser = await createToken(owner, { name: 'lesser', role: 'viewer', calls: null, expires_in_days: 1 });
  const revoked = await apiToken(null, 'revoked');
  await revokeToken(owner, people.admin.id, revoked.created.id);
  limited = { getMe: (await apiToken(['getMe'])).token, listRuns: (await apiToken(['listRuns'])).token };
  const all = await apiToken(
    callsForTokens().map(({ name }) => name),
    'every call',
  );
  const [environment] = await t.db.select().from(environments).limit(1);
  const report = await mintReportToken(t, environment?.id ?? 0);
  cast = {
    none: {},
    expired: bearer(await accessToken(people.admin, hourAgo)),
    tampered: bearer(`${good.slice(0, -5)}${good.at(-5) === 'A' ? 'B' : 'A'}${good.slice(-4)}`),
    foreign: bearer(await accessToken({ ...people.viewer, sessionId: people.admin.sessionId })),
    refresh: bearer((await newPair(people.admin.cookie)).refreshToken),
    disabled: bearer(tokens[0]),
    deleted: bearer(tokens[1]),
    ended: bearer(tokens[2]),
    unbound: bearer((await newPair(people.admin.cookie, { 'sec-fetch-site': 'same-origin' })).token),
    viewer: bearer(await accessToken(people.viewer)),
    operator: bearer(await accessToken(people.operator)),
    'release-manager': bearer(await accessToken(people['release-manager'])),
    admin: bearer(good),
    tokenWith: bearer(all.token),
    tokenViewer: bearer(lesser.token),
    tokenWithout: {},
    tokenEnded: bearer(revoked.token),
    environment: bearer(report.token),
    cookie: { cookie: people.cookie.cookie },
    crossSite: { cookie: people.cookie.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  };
}

/** An id that does not exist, so that an accepted request changes nothing. */
const NOWHERE = '99999999';

async function headersOf(call: Call, kind: CallerKind): Promise<Headers> {
  if (kind === 'tokenWithout') return bearer(limited[call.name === 'getMe' ? 'listRuns' : 'getMe']);
  if (call.name !== 'logout' || !(kind in people)) return cast[kind];
  // The session ends with the call.
  const leaving = await person('viewer');
  return kind === 'cookie' ? { cookie: leaving.cookie } : bearer(await accessToken(leaving));
}

async function bodyOf(call: Call): Promise<object> {
  return call.name === 'refreshTokens' ? { refresh_token: (await newPair(people.cookie.cookie)).refreshToken } : {};
}

async function ask(call: Call, kind: CallerKind): Promise<'yes' | number> {
  const { statusCode, stream } = await app
    .inject({
      method: call.method,
      url: call.path.replaceAll('{service}', 'coursepro').replaceAll(/\{\w+\}/g, NOWHERE),
      headers: { 'user-agent': 'curl/8.9.0', ...(await headersOf(call, kind)) },
      ...(call.body && { payload: await bodyOf(call) }),
      payloadAsStream: true,
    })
    .then((answer) => ({ statusCode: answer.statusCode, stream: answer.stream() }));
  Readable.prototype.destroy.call(stream);
  return statusCode < 500 && statusCode !== 401 && statusCode !== 403 ? 'yes' : statusCode;
}

let asserted = 0;

describe('the table of permissions', () => {
  it.each(calls.map((call) => [call.name, call] as const))('is true of %s', async (_name, call) => {
    for (const kind of CALLER_KINDS) {
      expect(await ask(call, kind), kind).toBe(verdictOf(call, kind));
      asserted += 1;
    }
  });

  it('records every refusal by role and every use of a token outside its list, with address and device', async () => {
    const events = await t.db.select().from(auditEvents).where(like(auditEvents.action, 'access.%'));
    const recorded = new Set(events.map(({ action, subject }) => `${action} ${subject}`));
    const refused = calls.flatMap((call) => [
      ...(verdictOf(call, 'viewer') === 403 && call.access !== 'sign-in' ? [`access.denied ${call.name}`] : []),
      ...(verdictOf(call, 'tokenWithout') === 403 && call.access !== 'sign-in'
        ? [`access.token-denied ${call.name}`]
        : []),
    ]);
    expect(refused.filter((one) => !recorded.has(one))).toEqual([]);
    expect(refused.length).toBeGreaterThan(150);
    for (const { after } of events) expect(after).toMatchObject({ address: '127.0.0.1', device: 'curl' });
  });

  it('has at least 2,000 cells, and a refusal for every call that is not public', () => {
    process.stdout.write(`${asserted} assertions: ${calls.length} calls, ${CALLER_KINDS.length} callers\n`);
    expect(asserted).toBe(calls.length * CALLER_KINDS.length);
    expect(asserted).toBeGreaterThanOrEqual(2000);
    const open = calls.filter((call) => CALLER_KINDS.every((kind) => verdictOf(call, kind) === 'yes'));
    expect(open.filter(({ access }) => access !== 'anyone')).toEqual([]);
  });
});
