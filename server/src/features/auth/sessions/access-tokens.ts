import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { TOKEN_PREFIX } from '@mission-control/contract/people/tokens';
import type { Caller, Services } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { authenticateToken } from '../tokens/api-tokens.ts';
import type { ProvenSession, SessionRow } from './queries-sessions.ts';
import { sha256 } from '../passwords.ts';
import { actorOf, sessionCookies, sessionOfId, type Cookies } from './sessions.ts';
import { ALGORITHM, signingKey, verificationKey } from './signing-keys.ts';

const ISSUER = 'mission-control';
const AUDIENCE = 'mission-control-api';
const TYPE = 'at+jwt';
const LIFETIME_S = 10 * 60;
const LEEWAY_S = 30;
const MAX_TOKEN_LENGTH = 4096;
/** Member of `cnf` (RFC 7800) with the hash of the cookie. */
const COOKIE_CLAIM = 'mc-cookie';
const confirmationOf = (cookie: string): string => sha256(`access token ${cookie}`);

/**
 * Creates an access token, valid for ten minutes. Never call this in a transaction: it may read the key.
 * @param cookie the session's cookie, without which the token will not work; omitted for programs (0093)
 */
export async function mintAccessToken(services: Services, session: SessionRow, cookie?: string): Promise<string> {
  const { kid, key } = await signingKey(services);
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const bound = cookie === undefined ? {} : { cnf: { [COOKIE_CLAIM]: confirmationOf(cookie) } };
  return new SignJWT({ sid: session.id, name: session.name, role: session.role, roles: [session.role], ...bound })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(session.userId))
    .setJti(services.random.uuid())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + LIFETIME_S)
    .sign(key);
}

/** Why a token is rejected; shown only on the debug page. */
export type TokenFault = 'malformed' | 'foreign' | 'expired' | 'ended';

/**
 * The live session of a token, or what is wrong with it.
 * @param cookies of the request, which must include the one that the token is bound to; omitted where the token is only explained
 * @param acts extends the session
 */
export async function readAccessToken(
  services: Services,
  token: string,
  cookies?: Cookies,
  acts = false,
): Promise<ProvenSession | TokenFault> {
  const claims = await verifiedClaims(services, token);
  if (typeof claims === 'string') return claims;
  const { sid, sub } = claims;
  if (cookies && !hasBoundCookie(claims, cookies)) return 'foreign';
  if (typeof sid !== 'string') return 'foreign';
  const session = await sessionOfId(services, sid, acts);
  return session && String(session.userId) === sub ? session : 'ended';
}

function hasBoundCookie({ cnf }: JWTPayload, cookies: Cookies): boolean {
  if (cnf === undefined) return true;
  const wanted = (cnf as Record<string, unknown>)[COOKIE_CLAIM];
  return sessionCookies(cookies).some(({ value }) => confirmationOf(value) === wanted);
}

interface Verified {
  kid: string;
  payload: JWTPayload;
}
/** Cache of verified tokens; each request of a session sends one. Bounded, the oldest are evicted first. */
const known = new WeakMap<object, Map<string, Verified>>();
const KNOWN_TOKENS = 1000;

async function verifiedClaims(services: Services, token: string): Promise<JWTPayload | TokenFault> {
  const kept = known.get(services.db)?.get(token);
  if (kept && isInTime(kept.payload, services.clock.now()) && (await verificationKey(services, kept.kid)))
    return kept.payload;
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return 'malformed';
  // Keys are looked up by our own id only: keys and addresses from the header (jwk, jku, x5u) are ignored.
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await verificationKey(services, kid);
  if (kid === undefined || !key) return 'foreign';
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTolerance: LEEWAY_S,
      currentDate: services.clock.now(),
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
    });
    remember(services.db, token, { kid, payload });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return 'foreign';
    throw error;
  }
}

const isInTime = ({ exp = 0 }: JWTPayload, now: Date): boolean => now.getTime() < (exp + LEEWAY_S) * 1000;

function remember(db: object, token: string, verified: Verified): void {
  const tokens = known.get(db) ?? new Map<string, Verified>();
  known.set(db, tokens);
  tokens.set(token, verified);
  const [oldest] = tokens.keys();
  if (tokens.size > KNOWN_TOKENS && oldest !== undefined) tokens.delete(oldest);
}

function keyIdOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Authenticates the `Authorization` header: an access token, or an API token (`mc_`). Reads the session on every request, so that signing
 * out, disabling an account and changing a role take effect at once; the role is the current one of the account. Includes the topic
 * versions (0015). Error: `not_signed_in`.
 */
export async function authenticate(
  services: Services,
  authorization: string | undefined,
  { address, cookies, acts = false }: { address: string; cookies: Cookies; acts?: boolean },
): Promise<Caller> {
  const apiToken = bearerOf(authorization);
  if (apiToken?.startsWith(TOKEN_PREFIX)) return authenticateToken(services, apiToken, address);
  const session = await readBearer(services, authorization, cookies, acts);
  if (typeof session === 'string') {
    // A valid signature proves that this console issued the token.
    const isKnown = session === 'expired' || session === 'ended';
    throw new AppError('not_signed_in', 'You are not signed in, or your sign-in has expired.', { isKnown });
  }
  return { ...actorOf(session), topicVersions: session.topicVersions };
}

/**
 * Authenticates a caller again while a long response is sent, which may outlast the access token: by the session. Error: `not_signed_in`.
 */
export async function authenticateSession(services: Services, sessionId: string): Promise<Caller> {
  const session = await sessionOfId(services, sessionId, false);
  if (!session) throw new AppError('not_signed_in', 'You are not signed in, or your sign-in has expired.');
  return actorOf(session);
}

/** The live session of an `Authorization` header, with its token; undefined without a valid one. */
export async function sessionOfBearer(
  services: Services,
  authorization: string | undefined,
  cookies: Cookies,
  acts: boolean,
): Promise<{ session: ProvenSession; token: string } | undefined> {
  const session = await readBearer(services, authorization, cookies, acts);
  const token = bearerOf(authorization);
  return typeof session === 'string' || token === undefined ? undefined : { session, token };
}

const bearerOf = (authorization: string | undefined): string | undefined =>
  /^bearer ([^ ]+)$/i.exec(authorization?.slice(0, MAX_TOKEN_LENGTH + 10) ?? '')?.[1];

async function readBearer(
  services: Services,
  authorization: string | undefined,
  cookies: Cookies,
  acts: boolean,
): Promise<ProvenSession | TokenFault> {
  const token = bearerOf(authorization);
  return token === undefined ? 'malformed' : readAccessToken(services, token, cookies, acts);
}
