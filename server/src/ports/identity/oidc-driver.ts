import { createRemoteJWKSet, customFetch as jwksFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { monotonicMs } from '../../platform/clock.ts';
import { boundedFetch } from './bounded-fetch.ts';
import {
  ProviderFault,
  type IdentityProvider,
  type ProvidedPerson,
  type ProviderLogout,
  type SignInChecks,
} from './port.ts';

export interface OidcOptions {
  /** Issuer, exactly as the provider names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Requested scopes, separated by spaces. */
  scope: string;
  /** Claim with the groups: its name, or a path with dots. */
  roleClaim: string;
}

/** The provider's metadata and signing keys. */
interface Known {
  config: client.Configuration;
  keys: ReturnType<typeof createRemoteJWKSet>;
  /** Signature algorithms: asymmetric ones only. */
  algorithms: string[];
  readAt: number;
}

type Claims = Record<string, unknown>;

const SECONDS = 5;
const REREAD_MS = 60 * 60_000;
const KEYS_AGAIN_MS = 5_000;
const LEEWAY_S = 60;
/** Older logout tokens are rejected, which bounds how long their ids are kept. */
const MAX_LOGOUT_AGE_S = 300;
/** Longer than any id: OpenID Connect allows 255 characters for subjects. */
const MAX_ID_LENGTH = 500;
/** What the database cannot store: NUL, and half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Whether this may be an issuer: https, or http on this machine only. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isSafe && search === '' && hash === '' && username === '';
}

/** Signs people in with OpenID Connect: Authorization Code with PKCE. Reads the provider's metadata when first needed, not before. */
export function createOidcProvider(options: OidcOptions): IdentityProvider {
  const known = keepKnown(() => discover(options));
  return {
    async begin({ redirectUri, state, nonce, verifier }, { again = false } = {}) {
      const { config } = await known();
      const challenge = await client.calculatePKCECodeChallenge(verifier);
      try {
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: options.scope,
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(again && { prompt: 'login' }),
        });
      } catch (error) {
        throw faultOf(error, 'misconfigured');
      }
    },
    finish: async (address, checks) => finish(options, await known(), address, checks),
    readLogout: async (token) => readLogout(options, await known(), token),
  };
}

/** Reads at most once an hour. Concurrent callers share a read; if it fails, the last good result is used. */
function keepKnown(read: () => Promise<Known>): () => Promise<Known> {
  let kept: Known | undefined;
  let reading: Promise<Known> | undefined;
  return async () => {
    if (kept && monotonicMs() - kept.readAt < REREAD_MS) return kept;
    reading ??= read().finally(() => (reading = undefined));
    try {
      return (kept = await reading);
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcOptions): Promise<Known> {
  const isInsecure = new URL(issuer).protocol === 'http:';
  try {
    const config = await client.discovery(new URL(issuer), clientId, {}, authenticationWith(clientSecret), {
      timeout: SECONDS,
      [client.customFetch]: boundedFetch,
      // http is accepted on this machine only; see isIssuer.
      ...(isInsecure && { execute: [allowLoopback] }),
    });
    return { config, ...readMetadata(issuer, config.serverMetadata()), readAt: monotonicMs() };
  } catch (error) {
    throw faultOf(error, 'misconfigured');
  }
}

/** openid-client checks little of it in advance. @throws also other errors than ProviderFault */
function readMetadata(issuer: string, metadata: client.ServerMetadata): Pick<Known, 'keys' | 'algorithms'> {
  // openid-client also accepts the multi-tenant issuers of Entra ID, which sign in people of any company.
  if (new URL(metadata.issuer).href !== new URL(issuer).href || metadata.jwks_uri === undefined)
    throw new ProviderFault('misconfigured', `${issuer} calls itself ${metadata.issuer}`);
  const keysUrl = new URL(metadata.jwks_uri);
  if (keysUrl.protocol !== 'https:' && new URL(issuer).protocol === 'https:')
    throw new ProviderFault('misconfigured', `${issuer} does not publish its keys over https`);
  const keys = createRemoteJWKSet(keysUrl, {
    [jwksFetch]: boundedFetch,
    timeoutDuration: SECONDS * 1000,
    cooldownDuration: KEYS_AGAIN_MS,
  });
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
    /^(RS|PS|ES|Ed)/.test(name),
  );
  return { keys, algorithms };
}

/** openid-client marks it as deprecated only to draw attention to it. */
// oxlint-disable-next-line typescript/no-deprecated
const allowLoopback = client.allowInsecureRequests;

/** `client_secret_post` if the provider lists it, otherwise `client_secret_basic`, the default of the standard. */
function authenticationWith(secret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    return (ways?.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}

async function finish(options: OidcOptions, known: Known, address: URL, checks: SignInChecks): Promise<ProvidedPerson> {
  const { config } = known;
  try {
    const tokens = await client.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: checks.verifier,
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new ProviderFault('invalid', 'there is no ID token');
    await verifySignature(options, known, tokens.id_token);
    const isComplete = readPath(claims, options.roleClaim) !== undefined && nameOf(claims) !== null;
    const more =
      isComplete || config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    return personOf(options, { ...more, ...claims });
  } catch (error) {
    throw faultOf(error, 'invalid');
  }
}

/** openid-client has checked the claims; the signature is checked here, since keys may have been rotated a moment ago. */
async function verifySignature(
  { clientId }: OidcOptions,
  { config, keys, algorithms }: Known,
  token: string,
): Promise<void> {
  const expected = { issuer: config.serverMetadata().issuer, audience: clientId, algorithms, clockTolerance: LEEWAY_S };
  try {
    await jwtVerify(token, keys, expected);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    // The token came from the provider itself, so a stranger cannot trigger requests with unknown keys.
    await keys.reload();
    await jwtVerify(token, keys, expected);
  }
}

function personOf({ roleClaim }: OidcOptions, claims: Claims & { iss: string; sub: string }): ProvidedPerson {
  const found = readPath(claims, roleClaim);
  const groups = (Array.isArray(found) ? found : [found]).filter(
    // No group of the settings has such a name; without these characters it would be another group.
    (one): one is string => typeof one === 'string' && !UNSTORABLE.test(one),
  );
  return {
    issuer: claims.iss,
    subject: storableId(claims.sub),
    name: nameOf(claims),
    groups,
    providerSession: idOf(claims['sid']),
  };
}

const nameOf = (claims: Claims): string | null =>
  textOf(claims['preferred_username']) ?? textOf(claims['email']) ?? textOf(claims['name']);

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const idOf = (value: unknown): string | null => {
  const id = textOf(value);
  return id === null ? null : storableId(id);
};

function storableId(id: string): string {
  if (id.length <= MAX_ID_LENGTH && !UNSTORABLE.test(id)) return id;
  throw new ProviderFault('invalid', 'an id is too long, or contains a character that cannot be stored');
}

/** The claim of this name, which may contain dots (`https://example.com/roles`), or else at this path (`realm_access.roles`). */
function readPath(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let at: unknown = claims;
  for (const part of path.split('.'))
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Claims)[part] : undefined;
  return at;
}

async function readLogout(
  { clientId }: OidcOptions,
  { config, keys, algorithms }: Known,
  token: string,
): Promise<ProviderLogout> {
  const { issuer } = config.serverMetadata();
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: LEEWAY_S,
      maxTokenAge: MAX_LOGOUT_AGE_S,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
    });
    if (protectedHeader.typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(protectedHeader.typ))
      throw new ProviderFault('invalid', 'the token has another type');
    return logoutOf(issuer, payload);
  } catch (error) {
    throw faultOf(error, 'invalid');
  }
}

/** A logout token must not contain a nonce, so that no ID token is accepted as one (Back-Channel Logout 1.0, section 2.4). */
function logoutOf(issuer: string, payload: JWTPayload): ProviderLogout {
  const { events, jti, sub, sid, nonce } = payload as Claims;
  const event: unknown = typeof events === 'object' && events !== null ? (events as Claims)[LOGOUT_EVENT] : undefined;
  const id = textOf(jti);
  const [subject, providerSession] = [idOf(sub), idOf(sid)];
  if (typeof event !== 'object' || event === null)
    throw new ProviderFault('invalid', 'the token is not a logout token');
  if (nonce !== undefined) throw new ProviderFault('invalid', 'a logout token must not have a nonce');
  if (id === null || (subject ?? providerSession) === null)
    throw new ProviderFault('invalid', 'the logout token names neither a person nor a session');
  return { issuer, subject, providerSession, id };
}

/** Errors that mean that the provider cannot work right now. */
const PASSING = new Set(['server_error', 'temporarily_unavailable']);
/** Errors that mean that the settings here and at the provider disagree. */
const SETTINGS = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type']);

/** The fault of a request; openid-client wraps it. */
function providerFaultIn(error: unknown): ProviderFault | undefined {
  if (error instanceof ProviderFault) return error;
  return error instanceof Error && error.cause !== undefined ? providerFaultIn(error.cause) : undefined;
}

/** Only fixed texts and codes: causes of the libraries contain claims. */
function faultOf(error: unknown, otherwise: 'misconfigured' | 'invalid'): ProviderFault {
  const known = providerFaultIn(error);
  if (known) return known;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const code = /^[\w-]{1,60}$/.test(error.error) ? error.error : 'an error';
    if (PASSING.has(code)) return new ProviderFault('down', code);
    if (SETTINGS.has(code)) return new ProviderFault('misconfigured', code);
    return new ProviderFault(error instanceof client.AuthorizationResponseError ? 'denied' : 'invalid', code);
  }
  if (error instanceof errors.JWKSTimeout) return new ProviderFault('down', error.message);
  const { code, message } = error as Error & { code?: string };
  if (code === 'OAUTH_TIMEOUT') return new ProviderFault('down', message);
  return new ProviderFault(otherwise, code === undefined ? message : `${code}: ${message}`);
}
