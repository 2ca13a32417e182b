import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { answerError } from '../../../../app/http/http-errors.ts';
import { createOidcProvider } from '../../../../ports/identity/oidc-driver.ts';
import { TestProvider } from '../../../../ports/identity/testing/oidc-provider.ts';
import { createTestCtx, type TestCtx } from '../../../../platform/testing/test-ctx.ts';
import { signInPages } from '../../pages/sign-in-pages.ts';
import type { SingleSignOn } from '../policy.ts';

/** A console with single sign-on, and the provider it uses. */
export interface TestConsole {
  t: TestCtx;
  provider: TestProvider;
  app: FastifyInstance;
  /** Settings that a test may change. */
  policy: SingleSignOn;
  /** What the console logged. */
  logged: unknown[];
  browser(): TestBrowser;
  /** Discards the console's cached metadata of the provider. */
  forgetProvider(issuer?: string): void;
  close(): Promise<void>;
}

export async function startTestConsole(): Promise<TestConsole> {
  const t = await createTestCtx();
  t.clock.set(new Date());
  const provider = await new TestProvider().start();
  const logged: unknown[] = [];
  const driver = (issuer: string) =>
    createOidcProvider({
      issuer,
      clientId: provider.client.id,
      clientSecret: provider.client.secret,
      scope: 'openid profile email',
      roleClaim: 'groups',
    });
  const app = fastify();
  const policy: SingleSignOn = {
    provider: driver(provider.issuer),
    roles: { 'console-admins': 'admin', support: 'viewer', ops: 'operator' },
    only: false,
    address: () => app.listeningOrigin,
  };
  const warn = (...parts: unknown[]) => void logged.push(...parts);
  const services = { ...t, log: Object.assign(Object.create(t.log) as typeof t.log, { warn }) };
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  await app.register(fastifyCookie);
  await app.register(signInPages, { services, secureCookies: false, singleSignOn: policy });
  await app.listen({ host: '127.0.0.1', port: 0 });
  provider.register(app.listeningOrigin);
  return {
    t,
    provider,
    app,
    policy,
    logged,
    browser: () => createTestBrowser(app.listeningOrigin),
    forgetProvider: (issuer = provider.issuer) => void (policy.provider = driver(issuer)),
    close: async () => {
      await app.close();
      await provider.stop();
      await t.close();
    },
  };
}

interface Page {
  status: number;
  url: string;
  body: string;
  headers: Headers;
}

/** Follows redirects with a cookie jar, as a browser does. */
interface TestBrowser {
  cookies: Map<string, string>;
  /** One request without following its redirect. */
  ask(url: string): Promise<Page>;
  /** Follows redirects. @param until stops at an address that contains this, without opening it */
  open(url: string, until?: string): Promise<Page>;
}

function createTestBrowser(origin: string): TestBrowser {
  const cookies = new Map<string, string>();
  async function ask(address: string): Promise<Page> {
    const url = new URL(address, origin).href;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', connection: 'close' };
    const response = await fetch(url, { redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/);
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, url, body: await response.text(), headers: response.headers };
  }
  async function open(address: string, until?: string): Promise<Page> {
    let page = await ask(address);
    for (let hops = 0; hops < 12; hops += 1) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const next = new URL(location, page.url).href;
      // The console's own screens are not part of the test app.
      if (until !== undefined && next.includes(until)) return { ...page, url: next };
      if (next.startsWith(origin) && !new URL(next).pathname.startsWith('/auth/')) return { ...page, url: next };
      page = await ask(next);
    }
    throw new Error('The redirects do not end.');
  }
  return { cookies, ask, open };
}
