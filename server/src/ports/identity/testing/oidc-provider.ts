import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';
import { systemClock } from '../../../platform/clock.ts';

/** Whom the provider signs in, without asking. */
interface TestPerson {
  subject: string;
  name?: string;
  groups?: unknown;
}

type Claims = Record<string, unknown>;
interface Key {
  kid: string;
  jwk: JWK;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A real OpenID Connect provider on this machine whose person, keys and faults are set by the test. */
export class TestProvider {
  issuer = '';
  /** Client for the console. */
  readonly client = { id: 'mission-control', secret: 'a secret of the client' };
  /** Null: the provider refuses. */
  person: TestPerson | null = { subject: 'sub-amelia', name: 'amelia.hart', groups: ['console-admins'] };
  /** Changes the claims of the next ID tokens, which are signed again. */
  tamper: ((claims: Claims) => Claims) | null = null;
  /** Signs with another key than the published one. */
  forge = false;
  /** Overrides every response. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  private key: Key | undefined;
  private rotations = 0;
  private provider: Provider | undefined;
  private registered = { consoleUrl: 'http://127.0.0.1', claimsInToken: true };
  private server: Server | undefined;
  private port = 0;

  async start(): Promise<this> {
    if (!this.key) await this.rotateKey();
    const server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((settle) => void server.listen(this.port, '127.0.0.1', settle));
    this.port = (server.address() as AddressInfo).port;
    // A different site from the console on 127.0.0.1, so that browsers treat its cookies as in production.
    this.issuer = `http://localhost:${this.port}`;
    this.server = server;
    return this;
  }

  stop(): Promise<void> {
    return new Promise((settle) => {
      this.server?.close(() => settle());
      this.server?.closeAllConnections();
    });
  }

  /** Registers the console. @param claimsInToken whether ID tokens hold the groups; otherwise only the userinfo endpoint returns them */
  register(consoleUrl: string, claimsInToken = true): void {
    this.registered = { consoleUrl, claimsInToken };
    this.provider = this.build();
  }

  /** Replaces the signing key at once. */
  async rotateKey(): Promise<void> {
    this.rotations += 1;
    this.key = await newKey(`key-${this.rotations}`);
    if (this.provider) this.provider = this.build();
  }

  /** Sends the provider's own logout token to the console. @param sid the session at the provider */
  async logOut(subject: string, sid: string): Promise<void> {
    const client = (await this.provider?.Client.find(this.client.id)) as
      | { backchannelLogout(sub: string, sid: string): Promise<void> }
      | undefined;
    await client?.backchannelLogout(subject, sid);
  }

  /** A logout token, with claims changed. */
  logoutToken(claims: Claims, header: { typ?: string; alg?: string } = {}): Promise<string> {
    const now = Math.floor(systemClock.now().getTime() / 1000);
    const standard = {
      iss: this.issuer,
      aud: this.client.id,
      iat: now,
      exp: now + 120,
      events: { [LOGOUT_EVENT]: {} },
    };
    const all = Object.entries({ ...standard, ...claims }).filter(([, value]) => value !== undefined);
    return this.sign(Object.fromEntries(all), { typ: 'logout+jwt', ...header });
  }

  private get signingKey(): Key {
    if (!this.key) throw new Error('The provider has not been started.');
    return this.key;
  }

  private async sign(claims: Claims, header: { typ?: string; alg?: string } = {}): Promise<string> {
    const { kid, jwk } = this.forge ? await newKey(this.signingKey.kid) : this.signingKey;
    const token = new SignJWT(claims as JWTPayload);
    if (header.alg === 'HS256') {
      const publicPart = Buffer.from(JSON.stringify({ n: jwk.n, e: jwk.e }));
      return token.setProtectedHeader({ alg: 'HS256', kid }).sign(publicPart);
    }
    return token.setProtectedHeader({ ...header, alg: 'RS256', kid }).sign(await importJWK(jwk, 'RS256'));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.answer) return this.answer(request, response);
    if (!this.provider) return void response.writeHead(404).end();
    if (!request.url?.startsWith('/interaction/')) return this.provider.callback()(request, response);
    const result = this.person
      ? { login: { accountId: this.person.subject } }
      : { error: 'access_denied', error_description: 'the person may not' };
    await this.provider.interactionFinished(request, response, result);
  }

  private build(): Provider {
    const provider = new Provider(this.issuer, this.configuration());
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (context.path !== '/token' || !body?.id_token || (!this.tamper && !this.forge)) return;
      const claims = decodeJwt(body.id_token) as Claims;
      context.body = { ...body, id_token: await this.sign(this.tamper?.(claims) ?? claims) };
    });
    return provider;
  }

  private configuration(): Configuration {
    const { consoleUrl, claimsInToken } = this.registered;
    return {
      jwks: { keys: [this.signingKey.jwk] },
      clients: [
        {
          client_id: this.client.id,
          client_secret: this.client.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${consoleUrl}/auth/sso/callback`],
          backchannel_logout_uri: `${consoleUrl}/auth/sso/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub', 'sid'], profile: ['preferred_username', 'groups'], email: ['email'] },
      conformIdTokenClaims: !claimsInToken,
      // By default it sends nothing to this machine.
      fetch: (url, options) => {
        const plain = { ...options };
        delete plain.dispatcher;
        return fetch(url, plain);
      },
      cookies: { keys: ['a key of the test'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => ({ accountId, claims: () => this.claimsOf(accountId) }),
      // Everybody consents.
      loadExistingGrant: async ({ oidc }) => {
        const accountId = oidc.session?.accountId ?? '';
        const grant = new oidc.provider.Grant({ clientId: this.client.id, accountId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    };
  }

  private claimsOf(accountId: string) {
    const { name, groups } = this.person ?? {};
    return {
      sub: accountId,
      ...(name !== undefined && { preferred_username: name }),
      ...(groups !== undefined && { groups }),
    };
  }
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}
