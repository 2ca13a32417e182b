import { roleIncludes, ROLES, type Call, type Role } from '@mission-control/contract/call';
import { calls as allCalls } from '@mission-control/contract/calls';
import { MAX_TOKENS, type ApiToken, type CreatedApiToken } from '@mission-control/contract/people/tokens';
import { TOPIC } from '@mission-control/contract/topics';
import type { Caller, Ctx, Services } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockCaller, requireUser } from '../accounts.ts';
import { sha256 } from '../passwords.ts';
import { requirePresence } from '../presence.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { deleteToken, findToken, insertToken, selectTokens, touchToken, type TokenRow } from './queries-tokens.ts';
import { isTokenText, newTokenText } from './token-format.ts';

const TOUCH_EVERY_MS = 60_000;
/** A new address is written sooner, but not with every request when two machines alternate. */
const TOUCH_ADDRESS_EVERY_MS = 5_000;

const isRole = (access: Call['access']): access is Role => (ROLES as readonly string[]).includes(access);

/** The calls that a token may make, if its role allows. */
export const callsForTokens = (): { name: string; summary: string; role: Role }[] =>
  allCalls.flatMap(({ name, summary, access, personOnly }) =>
    isRole(access) && !personOnly ? [{ name, summary, role: access }] : [],
  );

const lesser = (one: Role, other: Role): Role => (roleIncludes(one, other) ? other : one);

/**
 * Authenticates an API token. Its role is at most the owner's current one; it stops with the owner's account.
 * @throws AppError('not_signed_in')
 */
export async function authenticateToken(services: Services, text: string, address: string): Promise<Caller> {
  const now = services.clock.now();
  const found = isTokenText(text) ? await findToken(services.db, sha256(text), now) : undefined;
  if (!found) throw new AppError('not_signed_in', 'The API token is unknown, revoked or expired.');
  const { token, user } = found;
  const untouchedMs = now.getTime() - (token.lastUsedAt?.getTime() ?? 0);
  if (untouchedMs >= (token.lastAddress === address ? TOUCH_EVERY_MS : TOUCH_ADDRESS_EVERY_MS))
    await touchToken(services.db, token.id, { lastUsedAt: now, lastAddress: address });
  return {
    kind: 'user',
    id: user.id,
    name: `${token.name} (token ${token.id} of person ${user.name})`,
    role: lesser(token.role, user.role),
    sessionId: null,
    token: { id: token.id, calls: token.calls },
  };
}

const tokenOf = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  role: row.role,
  calls: row.calls,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_address: row.lastAddress,
});

/** The API tokens of a person, newest first. */
export async function listTokens(ctx: Ctx, userId: number): Promise<ApiToken[]> {
  await requireUser(ctx, userId);
  return (await selectTokens(ctx.db, userId)).map(tokenOf);
}

interface NewToken {
  name: string;
  role: Role;
  calls: string[] | null;
  expires_in_days: number;
}

/**
 * Creates an API token of the caller; its text is returned only once and stored as a hash.
 * @throws AppError('refused') for a role above the caller's, an unknown call, or without a fresh sign-in or confirmation;
 * AppError('conflict') for a taken name
 */
export async function createToken(ctx: Ctx, input: NewToken): Promise<CreatedApiToken> {
  const { name, role, calls } = input;
  if (!ctx.actor.role || !roleIncludes(ctx.actor.role, role)) throw fault('role', 'A token has at most your own role.');
  const known = callsForTokens();
  const unknown = (calls ?? []).filter((call) => !known.some((one) => one.name === call));
  if (unknown.length > 0) throw fault('calls', `A token cannot be limited to ${unknown.join(', ')}.`);
  const text = newTokenText(ctx.random);
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + input.expires_in_days * DAY_MS);
  const row = { name, role, calls: calls && [...new Set(calls)].toSorted(), createdAt: now, expiresAt };
  try {
    return await inTransaction(ctx, async ({ db, record }) => {
      const owner = await lockCaller(ctx, db);
      await requirePresence(ctx, owner, db);
      const created = tokenOf(await insertToken(db, { ...row, userId: owner.id, hash: sha256(text) }));
      if ((await selectTokens(db, owner.id)).filter((one) => one.expiresAt > now).length > MAX_TOKENS)
        throw new AppError('refused', `A person can have at most ${MAX_TOKENS} tokens. Revoke one first.`);
      const { role: as, calls: only, expires_at: expires } = created;
      const after = { id: created.id, name, role: as, calls: only, expires_at: expires };
      record({ action: 'token.created', subject: `${name} of ${owner.name}`, after, topics: [TOPIC.tokens] });
      return { token: text, created };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = `You already have a token named ${name}.`;
    throw new AppError('conflict', message, { cause: error, fields: { name: message } });
  }
}

const fault = (field: string, message: string) => new AppError('refused', message, { fields: { [field]: message } });

/** Revokes a token of a person, with immediate effect. @throws AppError('not_found') */
export async function revokeToken(ctx: Ctx, userId: number, id: number): Promise<void> {
  const { name: owner } = await requireUser(ctx, userId);
  await inTransaction(ctx, async ({ db, record }) => {
    const gone = await deleteToken(db, userId, id);
    if (!gone) throw new AppError('not_found', 'There is no such token: it was already revoked.');
    const before = { id: gone.id, name: gone.name, role: gone.role };
    // Open streams of the token end with it.
    const topics = [TOPIC.tokens, TOPIC.sessions, TOPIC.person(userId)];
    record({ action: 'token.revoked', subject: `${gone.name} of ${owner}`, before, topics });
  });
}
