import { TOPIC } from '@mission-control/contract/topics';
import type { Actor, Ctx, Services, Source } from '../../../platform/context.ts';
import { batched } from '../../../platform/database/batched.ts';
import { inTransactionIfChanged } from '../../../platform/database/in-transaction-if-changed.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { sha256 } from '../passwords.ts';
import {
  deleteSession,
  findSession,
  insertSession,
  prepareListLiveSessions,
  touchSession,
  type Live,
  type ProvenSession,
  type SessionRow,
} from './queries-sessions.ts';
import type { User } from '../queries-users.ts';
import { HOUR_MS } from '../../../platform/clock.ts';

const IDLE_MS = HOUR_MS;
const MAX_MS = 12 * HOUR_MS;
const TOUCH_EVERY_MS = 60_000;

/** Names of the cookie: the `__Host-` prefix, which no sibling domain can set, requires HTTPS. */
export const SECURE_COOKIE = '__Host-mc';
export const PLAIN_COOKIE = 'mc';

export type Cookies = Record<string, string | undefined>;

/** Cookies that may contain a session. */
export const sessionCookies = (cookies: Cookies): { name: string; value: string }[] =>
  [SECURE_COOKIE, PLAIN_COOKIE].flatMap((name) => {
    const value = cookies[name];
    return value && value.length <= 100 ? [{ name, value }] : [];
  });

/** The hash includes the name, so a session created under `__Host-mc` cannot be planted as plain `mc`. */
const cookieHash = (name: string, value: string): string => sha256(`${name}=${value}`);

export const liveAt = (now: Date): Live => ({ seenAfter: new Date(now.getTime() - IDLE_MS), now });

/** Header by which the console's pages report whether a person was recently active or an open page is polling. */
const ACTIVITY_HEADER = 'x-activity';

/** Whether a request counts as activity: pages say so themselves; programs, which send no `Sec-Fetch-Site`, always do. */
export function isActivity(header: (name: string) => string | undefined): boolean {
  const activity = header(ACTIVITY_HEADER);
  return activity === undefined ? header('sec-fetch-site') === undefined : activity === 'person';
}

/**
 * Starts a session and returns the value of its cookie: 256 random bits, stored nowhere else. Undefined when, since `user` was read, the
 * account was disabled or deleted, or the password of the sign-in was changed.
 * @param by the sign-in method unless it is a password: a passkey, or an identity with its session at the provider
 */
export async function startSession(
  ctx: Ctx,
  user: User,
  cookieName: string,
  source: Source,
  by?: { with: string; identityId?: number; providerSession?: string | null },
): Promise<string | undefined> {
  const value = ctx.random.bytes(32).toString('base64url');
  const now = ctx.clock.now();
  const session = {
    id: ctx.random.uuid(),
    userId: user.id,
    cookieHash: cookieHash(cookieName, value),
    ...source,
    identityId: by?.identityId,
    providerSession: by?.providerSession,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + MAX_MS),
  };
  const actor: Actor = { kind: 'user', id: user.id, name: user.name, role: user.role, sessionId: session.id };
  const isStarted = await inTransactionIfChanged({ ...ctx, actor }, async ({ db, record }) => {
    if (!(await insertSession(db, session, by ? undefined : user.passwordHash))) return;
    const after = { ...source, ...(by && { with: by.with }) };
    const topics = [TOPIC.sessions, TOPIC.person(user.id)];
    record({ action: 'user.signed-in', subject: user.name, after, topics });
  });
  return isStarted ? value : undefined;
}

/** The live session of the cookie, if any, and the cookie's value. Only activity extends it. */
export async function cookieSession(
  services: Services,
  cookies: Cookies,
  acts: boolean,
): Promise<{ session: SessionRow; value: string } | undefined> {
  for (const { name, value } of sessionCookies(cookies)) {
    const session = await findSession(services.db, cookieHash(name, value), liveAt(services.clock.now()));
    if (!session) continue;
    if (acts) await touch(services, session);
    return { session, value };
  }
  return undefined;
}

/** The live session of a page outside the app, which only people open. */
export const sessionOfCookie = async (services: Services, cookies: Cookies): Promise<SessionRow | undefined> =>
  (await cookieSession(services, cookies, true))?.session;

export async function hasSession(services: Services, cookies: Cookies): Promise<boolean> {
  return (await cookieSession(services, cookies, false)) !== undefined;
}

type FindLive = (key: string) => Promise<ProvenSession | undefined>;
/** One batch reader per database, since tests have several. */
const readers = new WeakMap<object, FindLive>();
/** Marks the id of a session that is extended. */
const ACT = 'act ';

/**
 * The live session of an id; undefined when it has ended or its account is disabled. Only activity extends it. Concurrent requests share a
 * statement.
 */
export function sessionOfId(services: Services, id: string, acts: boolean): Promise<ProvenSession | undefined> {
  let find = readers.get(services.db);
  if (!find) readers.set(services.db, (find = readerOf(services)));
  return find(acts ? ACT + id : id);
}

function readerOf(services: Services): FindLive {
  const list = prepareListLiveSessions(services.db);
  return batched(async (keys: string[]) => {
    const ids = new Set(keys.map((key) => (key.startsWith(ACT) ? key.slice(ACT.length) : key)));
    const live = await list([...ids], liveAt(services.clock.now()));
    for (const session of live) if (keys.includes(ACT + session.id)) await touch(services, session);
    return new Map(live.flatMap((session) => [[session.id, session] as const, [ACT + session.id, session] as const]));
  });
}

async function touch(services: Services, session: SessionRow): Promise<void> {
  const now = services.clock.now();
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS) await touchSession(services.db, session, now);
}

export const actorOf = (session: SessionRow): Actor => ({
  kind: 'user',
  id: session.userId,
  name: session.name,
  role: session.role,
  sessionId: session.id,
});

/** Ends a session: its cookie, access and refresh tokens stop working at once. */
export async function endSession(ctx: Ctx, session: SessionRow): Promise<void> {
  await inTransaction({ ...ctx, actor: actorOf(session) }, async ({ db, record }) => {
    await deleteSession(db, session.id);
    const topics = [TOPIC.sessions, TOPIC.person(session.userId)];
    record({ action: 'user.signed-out', subject: session.name, topics });
  });
}
