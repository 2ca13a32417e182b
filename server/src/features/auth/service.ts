import type { Ctx } from '../../platform/context.ts';
import type { Http } from '../../platform/calls/handler.ts';
import { AppError } from '../../platform/errors.ts';
import { mintAccessToken, readAccessToken, sessionOfBearer, type TokenFault } from './access-tokens.ts';
import { sha256 } from './hashes.ts';
import { limitPublicCalls } from './public-limit.ts';
import { findToken } from './queries-refresh.ts';
import type { SessionRow } from './queries-sessions.ts';
import { rotate, startFamily } from './refresh-tokens.ts';
import { endSession, PLAIN_COOKIE, SECURE_COOKIE, sessionOfCookie } from './sessions.ts';

/** Where a browser without a sign-in goes. */
export const SIGN_IN_ADDRESS = '/auth/login';

/** The cookie counts on these calls, so a page of another site must not be able to make them (ASVS V3.5.3). */
export function refuseCrossSite(fetchSite: string | undefined): void {
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return;
  throw new AppError('cross_site', 'This call is only for the console itself.');
}

/** The sign-in of a request: the session of its cookie, else of its bearer token. */
async function sessionOf(ctx: Ctx, http: Http): Promise<SessionRow | undefined> {
  return (await sessionOfCookie(ctx, http.cookies)) ?? sessionOfBearer(ctx, http.header('authorization'));
}

/** New tokens for whoever is signed in. Errors: `sign_in_required` with the address to sign in at, `cross_site`. */
export async function verify(ctx: Ctx, http: Http): Promise<{ token: string; refreshToken: string; user: string }> {
  refuseCrossSite(http.header('sec-fetch-site'));
  const session = await sessionOf(ctx, http);
  const refreshToken = session && (await startFamily(ctx, session));
  if (!session || !refreshToken) {
    throw new AppError('sign_in_required', 'Sign in to continue.', { details: { address: SIGN_IN_ADDRESS } });
  }
  return { token: await mintAccessToken(ctx, session), refreshToken, user: session.name };
}

/** The next pair of tokens. Errors: `not_signed_in` for anything but a usable token with its cookie, `cross_site`. */
export async function refresh(
  ctx: Ctx,
  refreshToken: string,
  http: Http,
): Promise<{ token: string; refreshToken: string; username: string }> {
  refuseCrossSite(http.header('sec-fetch-site'));
  const session = await sessionOfCookie(ctx, http.cookies);
  const successor = session && (await rotate(ctx, refreshToken, session));
  if (!session || !successor) throw new AppError('not_signed_in', 'The sign-in has expired. Sign in again.');
  return { token: await mintAccessToken(ctx, session), refreshToken: successor, username: session.name };
}

/** Ends the session, and has the browser forget what it keeps of it. Without a session there is only that to do. */
export async function signOut(ctx: Ctx, http: Http): Promise<Record<string, never>> {
  refuseCrossSite(http.header('sec-fetch-site'));
  const session = await sessionOf(ctx, http);
  if (session) await endSession(ctx, session);
  for (const name of [SECURE_COOKIE, PLAIN_COOKIE]) http.clearCookie(name);
  http.setHeader('clear-site-data', '"cache", "cookies", "storage"');
  return {};
}

const TOKEN_WARNINGS: Record<TokenFault, string> = {
  malformed: 'The token is not a signed token.',
  foreign: 'The token was not signed by this installation, or is not an access token.',
  expired: 'The token has expired.',
  ended: 'The session of the token has ended.',
};

/** What is wrong with tokens, in words. Neither keeps, exchanges nor repeats them (C-052). */
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
