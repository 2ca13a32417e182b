import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Caller, Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { ProvenSession, SessionRow } from './queries-sessions.ts';
import { actorOf, sessionOfId } from './sessions.ts';
import { ALGORITHM, signingKey, verificationKey } from './signing-keys.ts';

const ISSUER = 'mission-control';
const AUDIENCE = 'mission-control-api';
const TYPE = 'at+jwt';
const LIFETIME_S = 10 * 60;
const LEEWAY_S = 30;
const LONGEST_TOKEN = 4096;

/** An access token of a session, valid for ten minutes. Never call it inside a transaction: it may read the key. */
export async function mintAccessToken(services: Services, session: SessionRow): Promise<string> {
  const { kid, key } = await signingKey(services);
  const now = Math.floor(services.clock.now().getTime() / 1000);
  return new SignJWT({ sid: session.id, name: session.name, role: session.role, roles: [session.role] })
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

/** Why a token is not accepted; only the debug page tells. */
export type TokenFault = 'malformed' | 'foreign' | 'expired' | 'ended';

/** The live session a token stands for, or what is wrong with it. */
export async function readAccessToken(services: Services, token: string): Promise<ProvenSession | TokenFault> {
  const claims = await verifiedClaims(services, token);
  if (typeof claims === 'string') return claims;
  const { sid, sub } = claims;
  if (typeof sid !== 'string') return 'foreign';
  const session = await sessionOfId(services, sid);
  return session && String(session.userId) === sub ? session : 'ended';
}

interface Verified {
  kid: string;
  payload: JWTPayload;
}
/** Tokens whose signature was found good; one is sent with every request of a session. Bounded, the oldest go first. */
const known = new WeakMap<object, Map<string, Verified>>();
const KNOWN_TOKENS = 1000;

async function verifiedClaims(services: Services, token: string): Promise<JWTPayload | TokenFault> {
  const kept = known.get(services.db)?.get(token);
  if (kept && isInTime(kept.payload, services.clock.now()) && (await verificationKey(services, kept.kid)))
    return kept.payload;
  if (token.length > LONGEST_TOKEN || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return 'malformed';
  // The key is found by our own id only: keys and addresses a header brings (jwk, jku, x5u) are never looked at.
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
 * Who a request's `Authorization` header speaks for. Reads the session on every request, so that signing out, disabling
 * an account and changing a role work at once; the role is the account's of now. The versions of the topics come with it (0015).
 * Error: `not_signed_in`.
 */
export async function authenticate(services: Services, authorization: string | undefined): Promise<Caller> {
  const session = await sessionOfBearer(services, authorization);
  if (!session) throw new AppError('not_signed_in', 'You are not signed in, or your sign-in has expired.');
  return { ...actorOf(session), topicVersions: session.topicVersions };
}

/** The live session of an `Authorization` header; undefined without a valid bearer token. */
export async function sessionOfBearer(
  services: Services,
  authorization: string | undefined,
): Promise<ProvenSession | undefined> {
  const token = /^bearer ([^ ]+)$/i.exec(authorization?.slice(0, LONGEST_TOKEN + 10) ?? '')?.[1];
  if (token === undefined) return undefined;
  const session = await readAccessToken(services, token);
  return typeof session === 'string' ? undefined : session;
}
