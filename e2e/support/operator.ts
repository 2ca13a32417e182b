import { ADMIN } from './console.ts';

/** An operator who uses the console's API instead of its screens. */
export interface Operator {
  /** Sends JSON with the bearer token; returns status and body. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/**
 * Closes the connection after its response: a stopping console would wait 2 s for an idle one. Not for large responses: Node's
 * fetch fails when their connection ends before they are read.
 */
export const ONCE = { connection: 'close' };

/** Signs in with the form like a browser; returns the cookie as `name=value`. */
export async function signInCookie(url: string, account = ADMIN): Promise<string> {
  const form = await fetch(`${url}/auth/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ONCE, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ user: account.user, password: account.password }),
  });
  const cookie = form.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!cookie) throw new Error(`Signing in failed with status ${form.status}.`);
  return cookie;
}

/** Signs in; returns a bearer token. */
export async function signInToken(url: string, account = ADMIN): Promise<string> {
  const cookie = await signInCookie(url, account);
  const verified = await fetch(`${url}/api/authenticate/verify`, { headers: { ...ONCE, cookie } });
  return ((await verified.json()) as { token: string }).token;
}

/** An operator with a separate sign-in. */
export async function signIn(url: string, account = ADMIN): Promise<Operator> {
  const token = await signInToken(url, account);
  return {
    async call(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...ONCE,
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        body: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text,
      };
    },
  };
}
