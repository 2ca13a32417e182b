import { readFileSync } from 'node:fs';
// Adds cookies to the request and reply types; the app registers them.
import type {} from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anonymous, type Ctx, type Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';
import { refusedPage } from './refused-page.ts';
import { safeReturnTo } from './return-to.ts';
import { refuseCrossSite, SIGN_IN_ADDRESS } from './service.ts';
import { endSession, PLAIN_COOKIE, SECURE_COOKIE, sessionOfCookie } from './sessions.ts';
import { signInPage, type SignInProblem } from './sign-in-page.ts';
import { signIn, type SignIn } from './sign-in.ts';

export interface SignInPagesOptions {
  services: Services;
  /** True when browsers reach the console over HTTPS (PUBLIC_URL): the cookie is then `__Host-mc`, else `mc`. */
  secureCookies: boolean;
}

const FORM_LIMIT = 16 * 1024;
const STYLE_ADDRESS = '/auth/login.css';
const CSP =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const loginQuery = z.object({
  return_to: z.string().optional().catch(undefined),
  /** The call whose refusal led here. */
  refused: z.string().optional().catch(undefined),
  /** Somebody who is signed in wants to be somebody else. */
  other: z.literal('1').optional().catch(undefined),
});
const loginForm = z.object({
  user: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
  return_to: z.string().optional(),
});
/** What is kept of a form that cannot be used. */
const halfForm = z.object({ user: z.string().max(100).catch(''), return_to: z.string().optional().catch(undefined) });

/** The built-in sign-in form at /auth/login: plain HTML outside the API, because it is what gives the cookie. */
export async function signInPages(app: FastifyInstance, options: SignInPagesOptions): Promise<void> {
  const style = readFileSync(new URL('./sign-in.css', import.meta.url), 'utf8');
  // Nothing but its own form: the app's other parsers are not for it.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: FORM_LIMIT });
  app.get(STYLE_ADDRESS, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );
  app.get(SIGN_IN_ADDRESS, (request, reply) => showForm(options, request, reply));
  app.post(SIGN_IN_ADDRESS, { bodyLimit: FORM_LIMIT }, (request, reply) => takeForm(options, request, reply));
}

async function showForm({ services }: SignInPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { return_to, refused, other } = loginQuery.parse(request.query);
  const returnTo = safeReturnTo(return_to);
  const session = other === undefined ? await sessionOfCookie(services, request.cookies) : undefined;
  if (session === undefined) return sendPage(services, reply, 200, { user: '', returnTo });
  if (refused === undefined) return reply.redirect(returnTo, 303);
  const year = services.clock.now().getUTCFullYear();
  return sendHtml(reply, 200, refusedPage({ user: session.name, call: refused, returnTo, year }));
}

async function takeForm(options: SignInPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services, secureCookies } = options;
  const kept = halfForm.parse(request.body ?? {});
  const page = { user: kept.user, returnTo: safeReturnTo(kept.return_to) };
  if (!isOwnForm(request)) return sendPage(services, reply, 403, { ...page, problem: { code: 'cross_site' } });
  const form = loginForm.safeParse(request.body);
  if (!form.success) return sendPage(services, reply, 400, { ...page, problem: { code: 'incomplete' } });

  const ctx: Ctx = { ...services, actor: anonymous, requestId: request.id };
  const cookieName = secureCookies ? SECURE_COOKIE : PLAIN_COOKIE;
  const result = await attempt(ctx, { ...form.data, ip: request.ip }, cookieName);
  if (!('cookie' in result)) {
    if (result.code === 'throttled') reply.header('retry-after', String(result.waitSeconds));
    return sendPage(services, reply, STATUS[result.code], { ...page, problem: result });
  }
  // Whoever signs in anew is done with the session before it.
  const previous = await sessionOfCookie(services, request.cookies);
  if (previous) await endSession(ctx, previous);
  return reply
    .setCookie(cookieName, result.cookie, { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies })
    .header('cache-control', 'no-store')
    .redirect(page.returnTo, 303);
}

const STATUS = { mismatch: 401, throttled: 429, busy: 503, incomplete: 400, cross_site: 403 } as const;

/** A sign-in in the page's terms. */
async function attempt(
  ctx: Ctx,
  credentials: Parameters<typeof signIn>[1],
  cookieName: string,
): Promise<{ cookie: string } | SignInProblem> {
  try {
    const result: SignIn = await signIn(ctx, credentials, cookieName);
    if ('cookie' in result) return result;
    return result.refused === 'mismatch'
      ? { code: 'mismatch' }
      : { code: 'throttled', waitSeconds: result.waitSeconds };
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return { code: 'busy' };
    throw error;
  }
}

/** Sign-in forged by another site would put the victim into the attacker's account; older browsers only send `Origin`. */
function isOwnForm(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  try {
    refuseCrossSite(typeof site === 'string' ? site : undefined);
  } catch {
    return false;
  }
  if (site !== undefined || origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

function sendPage(
  services: Services,
  reply: FastifyReply,
  status: number,
  page: { user: string; returnTo: string; problem?: SignInProblem },
): FastifyReply {
  return sendHtml(reply, status, signInPage({ ...page, year: services.clock.now().getUTCFullYear() }));
}

function sendHtml(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': CSP,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
