import { readFileSync } from 'node:fs';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anonymousCtx, type Ctx, type Services } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { refusedPage } from '../refused-page.ts';
import { PASSWORD_ADDRESS } from '../people/password-links.ts';
import { FORM_LIMIT, isOwnForm, sendHtml } from './page-answers.ts';
import { pageConfig } from './error-page.ts';
import { passwordPages } from './password-pages.ts';
import { passkeyPages, partyOfRequest } from '../passkeys/passkey-pages.ts';
import { safeReturnTo } from './return-to.ts';
import { SIGN_IN_ADDRESS } from '../service.ts';
import { openBrowserSession } from '../sessions/browser-session.ts';
import { knownDevice } from '../sessions/known-device.ts';
import { PLAIN_COOKIE, SECURE_COOKIE, sessionOfCookie } from '../sessions/sessions.ts';
import type { SingleSignOn } from '../single-sign-on/policy.ts';
import { providedPages } from '../single-sign-on/provided-pages.ts';
import { signInPage, type SignInPage, type SignInProblem } from './sign-in-page.ts';
import { signIn, type SignIn } from '../sign-in.ts';

export interface SignInPagesOptions {
  services: Services;
  /** True when the public address is https (PUBLIC_URL): the cookie is then `__Host-mc`, otherwise `mc`. */
  secureCookies: boolean;
  /** Without it, people sign in with passwords only. */
  singleSignOn?: SingleSignOn | undefined;
}

/** Longer than any allowed password: earlier versions allowed more. */
const MAX_TYPED_LENGTH = 1024;
const STYLE_ADDRESS = '/auth/login.css';

const loginQuery = z.object({
  return_to: z.string().optional().catch(undefined),
  /** The rejected call that led here. */
  refused: z.string().optional().catch(undefined),
  /** A signed-in user wants to switch accounts. */
  other: z.literal('1').optional().catch(undefined),
  /** A password was just set with a one-time link. */
  set: z.literal('1').optional().catch(undefined),
});
const loginForm = z.object({
  user: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(MAX_TYPED_LENGTH),
  return_to: z.string().optional(),
});
/** The usable part of an invalid form. */
const halfForm = z.object({ user: z.string().max(100).catch(''), return_to: z.string().optional().catch(undefined) });

/** The built-in sign-in form at /auth/login: plain HTML outside the API, because it sets the cookie. */
export async function signInPages(app: FastifyInstance, options: SignInPagesOptions): Promise<void> {
  const style = readFileSync(new URL('../sign-in.css', import.meta.url), 'utf8');
  // It accepts only its own form, not the app's other body types.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: FORM_LIMIT });
  app.get(STYLE_ADDRESS, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );
  const config = pageConfig(options.services);
  app.get(SIGN_IN_ADDRESS, { config }, (request, reply) => showForm(options, request, reply));
  app.post(SIGN_IN_ADDRESS, { config, bodyLimit: FORM_LIMIT }, (request, reply) => takeForm(options, request, reply));
  const { singleSignOn } = options;
  if (singleSignOn) providedPages(app, { ...options, singleSignOn });
  if (singleSignOn?.only)
    app.get(PASSWORD_ADDRESS, { config }, (request, reply) => sendPage(options, request, reply, 403, CLOSED));
  else {
    passwordPages(app, options.services);
    passkeyPages(app, {
      ...options,
      sendProblem: (request, reply, { status, returnTo, code }) =>
        sendPage(options, request, reply, status, { user: '', returnTo, problem: { code } }),
    });
  }
}

const CLOSED = { user: '', returnTo: '/', problem: { code: 'closed' } } as const;

async function showForm(options: SignInPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options;
  const { return_to, refused, other, set } = loginQuery.parse(request.query);
  const returnTo = safeReturnTo(return_to);
  const session = other === undefined ? await sessionOfCookie(services, request.cookies) : undefined;
  if (session === undefined) {
    const page = { user: '', returnTo, isSet: set !== undefined, isSwitch: other !== undefined };
    return sendPage(options, request, reply, 200, page);
  }
  if (refused === undefined) return reply.redirect(returnTo, 303);
  const year = services.clock.now().getUTCFullYear();
  return sendHtml(reply, 200, refusedPage({ user: session.name, call: refused, returnTo, year }));
}

async function takeForm(options: SignInPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services, secureCookies } = options;
  const kept = halfForm.parse(request.body ?? {});
  const page = { user: kept.user, returnTo: safeReturnTo(kept.return_to) };
  if (options.singleSignOn?.only)
    return sendPage(options, request, reply, 403, { ...page, problem: { code: 'closed' } });
  if (!isOwnForm(request)) return sendPage(options, request, reply, 403, { ...page, problem: { code: 'cross_site' } });
  const form = loginForm.safeParse(request.body);
  if (!form.success) return sendPage(options, request, reply, 400, { ...page, problem: { code: 'incomplete' } });

  const ctx = anonymousCtx(services, request);
  const cookieName = secureCookies ? SECURE_COOKIE : PLAIN_COOKIE;
  const result = await attempt(
    ctx,
    {
      ...form.data,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      device: knownDevice(services, request.cookies, form.data.user),
    },
    cookieName,
  );
  if (!('cookie' in result)) {
    if (result.code === 'throttled') reply.header('retry-after', String(result.waitSeconds));
    return sendPage(options, request, reply, STATUS[result.code], { ...page, problem: result });
  }
  return openBrowserSession(ctx, request, reply, { ...result, cookieName, returnTo: page.returnTo });
}

const STATUS = {
  passkey: 401,
  mismatch: 401,
  throttled: 429,
  busy: 503,
  incomplete: 400,
  cross_site: 403,
  closed: 403,
} as const;

/** Signs in and translates the result to the page's problems. */
async function attempt(
  ctx: Ctx,
  credentials: Parameters<typeof signIn>[1],
  cookieName: string,
): Promise<{ cookie: string; user: string } | SignInProblem> {
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

function sendPage(
  { services, singleSignOn }: SignInPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: Omit<SignInPage, 'year' | 'offers'>,
): FastifyReply {
  const isOpen = singleSignOn?.only !== true;
  const passkey = isOpen && partyOfRequest(services, request) !== null;
  const offers = { password: isOpen, passkey, singleSignOn: singleSignOn !== undefined };
  const year = services.clock.now().getUTCFullYear();
  return sendHtml(reply, status, signInPage({ ...page, offers, year }), passkey);
}
