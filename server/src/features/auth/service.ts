import type { Http } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { mintAccessToken, readAccessToken, sessionOfBearer, type TokenFault } from './sessions/access-tokens.ts';
import { sha256 } from './passwords.ts';
import { limitPublicCalls } from './public-limit.ts';
import { findToken } from './sessions/queries-refresh.ts';
import type { SessionRow } from './sessions/queries-sessions.ts';
import { rotate, startFamily } from './sessions/refresh-tokens.ts';
import { cookieSession, endSession, isActivity, PLAIN_COOKIE, SECURE_COOKIE } from './sessions/sessions.ts';

/** Sign-in address for unauthenticated browsers. */
export const SIGN_IN_ADDRESS = '/auth/login';

/** Headers in which browsers report the origin of a request. */
interface Source {
  site: string | undefined;
  origin: string | undefined;
  host: string | undefined;
}

/** Whether a page of another site sent the request. Older browsers, and any over http, send only `Origin`; programs send neither. */
export function isForeign({ site, origin, host }: Source): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);
}

/** These calls accept the cookie, so pages of other sites must not be able to make them (ASVS V3.5.3). */
function refuseCrossSite(http: Http): void {
  const source = { site: http.header('sec-fetch-site'), origin: http.header('origin'), host: http.header('host') };
  if (isForeign(source)) throw new AppError('cross_site', 'This call is only for the console itself.');
}

/** The session of a request, with the value of its cookie or else its bearer token. */
type Found = { session: SessionRow } & ({ value: string } | { token: string });

async function sessionOf(ctx: Ctx, http: Http): Promise<Found | undefined> {
  const acts = isActivity(http.header);
  const found = await cookieSession(ctx, http.cookies, acts);
  return found ?? sessionOfBearer(ctx, http.header('authorization'), http.cookies, acts);
}

/** A token for a browser works only with the session's cookie; programs, which send no `Sec-Fetch-Site`, get one without it (0093). */
const mintFor = (ctx: Ctx, http: Http, { session, value }: { session: SessionRow; value: string }): Promise<string> =>
  mintAccessToken(ctx, session, http.header('sec-fetch-site') === undefined ? undefined : value);

/**
 * Issues tokens for the session of the cookie. With only a bearer token, returns that token: its lifetime is not extended. Errors:
 * `sign_in_required` with the sign-in address, `cross_site`.
 */
export async function verify(ctx: Ctx, http: Http): Promise<{ token: string; refreshToken: string; user: string }> {
  refuseCrossSite(http);
  const found = await sessionOf(ctx, http);
  const refreshToken = found && (await startFamily(ctx, found.session));
  if (!found || !refreshToken) {
    throw new AppError('sign_in_required', 'Sign in to continue.', { details: { address: SIGN_IN_ADDRESS } });
  }
  const token = 'token' in found ? found.token : await mintFor(ctx, http, found);
  return { token, refreshToken, user: found.session.name };
}

/** Issues the next pair of tokens. Errors: `not_signed_in` for anything but a valid token with its cookie, `cross_site`. */
export async function refresh(
  ctx: Ctx,
  refreshToken: string,
  http: Http,
): Promise<{ token: string; refreshToken: string; username: string }> {
  refuseCrossSite(http);
  const found = await cookieSession(ctx, http.cookies, isActivity(http.header));
  const successor = found && (await rotate(ctx, refreshToken, found.session));
  if (!found || !successor) throw new AppError('not_signed_in', 'The sign-in has expired. Sign in again.');
  return { token: await mintFor(ctx, http, found), refreshToken: successor, username: found.session.name };
}

/** Ends the session, if any, and clears the session's cookies and the browser's storage. */
export async function signOut(ctx: Ctx, http: Http): Promise<Record<string, never>> {
  refuseCrossSite(http);
  const found = await sessionOf(ctx, http);
  if (found) await endSession(ctx, found.session);
  for (const name of [SECURE_COOKIE, PLAIN_COOKIE]) http.clearCookie(name);
  // No "cookies" here: the known device stays known (0096).
  http.setHeader('clear-site-data', '"cache", "storage"');
  return {};
}

const TOKEN_WARNINGS: Record<TokenFault, string> = {
  malformed: 'The token is not a signed token.',
  foreign: 'The token was not signed by this installation, or is not an access token.',
  expired: 'The token has expired.',
  ended: 'The session of the token has ended.',
};

/** Explains what is wrong with tokens. Does not store, exchange or repeat them (C-052). */
export async function explainTokens(
  ctx: Ctx,
  given: { token?: string | null | undefined; refresh_token?: string | null | undefined },
  ip: string,
): Promise<{ warnings: string[] }> {
  limitPublicCalls(ctx, 'debug', ip);
  const warnings: string[] = [];
  if (!given.token) warnings.push('There is no token.');
  else {
    const session = await readAccessToken(ctx, given.token);
    if (typeof session === 'string') warnings.push(TOKEN_WARNINGS[session]);
  }
  if (!given.refresh_token) warnings.push('There is no refresh token.');
  else if (!(await findToken(ctx.db, sha256(given.refresh_token)))) {
    warnings.push('The refresh token is unknown, or its session has ended.');
  }
  return { warnings };
}
