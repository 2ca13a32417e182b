import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordRefusal } from '../../../platform/audit/refusals.ts';
import { anonymousCtx, type Ctx, type Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { ProviderFault, type SignInChecks } from '../../../ports/identity/port.ts';
import { pageConfig } from '../pages/error-page.ts';
import { FORM_LIMIT, sendHtml } from '../pages/page-answers.ts';
import { safeReturnTo } from '../pages/return-to.ts';
import { sha256 } from '../passwords.ts';
import { limitPublicCalls } from '../public-limit.ts';
import { sourceOf } from '../sessions/device.ts';
import { openBrowserSession } from '../sessions/browser-session.ts';
import { PLAIN_COOKIE, SECURE_COOKIE } from '../sessions/sessions.ts';
import { SINGLE_SIGN_ON_ADDRESS, type SingleSignOn } from './policy.ts';
import { PROBLEM_STATUS, providedPage, type ProvidedProblem } from './provided-page.ts';
import { signInProvided } from './provided-sign-in.ts';
import { endProvidedSessions } from './provider-logout.ts';
import { insertSignIn, takeSignIn } from './queries-identities.ts';

export interface ProvidedPagesOptions {
  services: Services;
  /** True when the public address is https. */
  secureCookies: boolean;
  singleSignOn: SingleSignOn;
}

const CALLBACK_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/callback`;
const LOGOUT_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/logout`;
/** How long a person may take at the provider. */
const SIGN_IN_MINUTES = 10;

const beginQuery = z.object({
  return_to: z.string().optional().catch(undefined),
  /** Forces the provider to ask for credentials even if a person is signed in there. */
  other: z.literal('1').optional().catch(undefined),
});
const callbackQuery = z.object({ state: z.string().max(100).catch('') });
const logoutForm = z.object({ logout_token: z.string().min(1).max(FORM_LIMIT) });
const browserValue = z.string().regex(/^[\w-]{43}$/);

/** Single sign-on: its start, the callback, and the provider's logout. */
export function providedPages(app: FastifyInstance, options: ProvidedPagesOptions): void {
  const config = pageConfig(options.services);
  app.get(SINGLE_SIGN_ON_ADDRESS, { config }, (request, reply) => begin(options, request, reply));
  app.get(CALLBACK_ADDRESS, { config }, (request, reply) => finish(options, request, reply));
  app.post(LOGOUT_ADDRESS, { bodyLimit: FORM_LIMIT }, (request, reply) => logOut(options, request, reply));
}

const ctxOf = (services: Services, request: FastifyRequest): Ctx => ({
  ...anonymousCtx(services, request),
  source: sourceOf(request),
});

/** The context of a sign-in. @throws AppError('too_many_attempts'), which is recorded */
async function limitedCtx(services: Services, request: FastifyRequest): Promise<Ctx> {
  const ctx = ctxOf(services, request);
  try {
    limitPublicCalls(ctx, 'single-sign-on', request.ip);
    return ctx;
  } catch (error) {
    await recordRefusal(ctx, 'single sign-on', 'user.sign-in-throttled', messageOf(error));
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** Records an attempt by an unknown person; at most once a minute per network, since anybody can cause it. */
const recordUnknown = (ctx: Ctx, why: string): Promise<void> =>
  recordRefusal(ctx, 'unknown user', 'user.sign-in-refused', `Single sign-on: ${why}`);

/** Binds a sign-in to the browser; the session's own cookie names are not used before there is a session. */
const cookieOf = (isSecure: boolean): string => (isSecure ? '__Host-mc-sso' : 'mc-sso');

/**
 * Everything that the response must match is derived from the browser's cookie and the state. The browser has one, the address the other,
 * and the database only their hash.
 */
function checksOf(
  { singleSignOn: { address } }: ProvidedPagesOptions,
  browser: string,
  state: string,
): SignInChecks & { key: string } {
  const derive = (use: string): string => sha256(`${use} ${browser} ${state}`);
  return {
    key: derive('key'),
    redirectUri: new URL(CALLBACK_ADDRESS, address()).href,
    state,
    nonce: derive('nonce'),
    verifier: derive('verifier'),
  };
}

async function begin(options: ProvidedPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services, secureCookies, singleSignOn } = options;
  const ctx = await limitedCtx(services, request);
  const { return_to, other } = beginQuery.parse(request.query);
  const returnTo = safeReturnTo(return_to);
  const random = (): string => ctx.random.bytes(32).toString('base64url');
  const name = cookieOf(secureCookies);
  // Reused for sign-ins in several tabs.
  const browser = browserValue.safeParse(request.cookies[name]).data ?? random();
  const checks = checksOf(options, browser, random());
  try {
    const url = await singleSignOn.provider.begin(checks, { again: other !== undefined });
    const endsAt = new Date(ctx.clock.now().getTime() + SIGN_IN_MINUTES * 60_000);
    await insertSignIn(ctx.db, { key: checks.key, returnTo, endsAt });
    return await reply
      .setCookie(name, browser, {
        path: '/',
        httpOnly: true,
        // The provider redirects back with a GET, for which browsers send the cookie.
        sameSite: 'lax',
        secure: secureCookies,
        maxAge: SIGN_IN_MINUTES * 60,
      })
      .header('cache-control', 'no-store')
      .redirect(url.href, 303);
  } catch (error) {
    const code = faultOf(ctx, error);
    if (code !== 'down') await recordUnknown(ctx, code);
    return sendProblem(options, reply, returnTo, { code });
  }
}

async function finish(options: ProvidedPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services, secureCookies, singleSignOn } = options;
  const ctx = await limitedCtx(services, request);
  const { state } = callbackQuery.parse(request.query);
  const checks = checksOf(options, request.cookies[cookieOf(secureCookies)] ?? '', state);
  const returnTo = await takeSignIn(ctx.db, checks.key, ctx.clock.now());
  if (returnTo === undefined) {
    await recordUnknown(ctx, 'the response was already used, is too old, or belongs to another browser');
    return sendProblem(options, reply, '/', { code: 'expired' });
  }
  const source = sourceOf(request);
  const cookieName = secureCookies ? SECURE_COOKIE : PLAIN_COOKIE;
  try {
    const person = await singleSignOn.provider.finish(new URL(request.url, singleSignOn.address()), checks);
    const result = await signInProvided(ctx, singleSignOn, { person, source, cookieName });
    if ('refused' in result) return sendProblem(options, reply, returnTo, { code: result.refused, name: result.name });
    return await openBrowserSession(ctx, request, reply, { ...result, cookieName, returnTo });
  } catch (error) {
    const code = faultOf(ctx, error);
    await inTransaction(ctx, async ({ record }) => {
      const after = { ...source, with: 'single sign-on', why: code };
      record({ action: 'user.sign-in-refused', subject: 'unknown user', after, topics: [] });
    });
    return sendProblem(options, reply, returnTo, { code });
  }
}

/** Logs a fault of the provider; rethrows other errors. */
function faultOf(ctx: Ctx, error: unknown): ProviderFault['code'] {
  if (!(error instanceof ProviderFault)) throw error;
  ctx.log.warn({ requestId: ctx.requestId, fault: error.code, reason: error.message }, 'single sign-on failed');
  return error.code;
}

function sendProblem(
  { services, singleSignOn: { only, contact } }: ProvidedPagesOptions,
  reply: FastifyReply,
  returnTo: string,
  problem: ProvidedProblem,
): FastifyReply {
  const year = services.clock.now().getUTCFullYear();
  return sendHtml(reply, PROBLEM_STATUS[problem.code], providedPage({ problem, returnTo, only, contact, year }));
}

/** Called by the provider itself, not by a browser (Back-Channel Logout 1.0, section 2.8). */
async function logOut({ services, singleSignOn }: ProvidedPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const ctx = ctxOf(services, request);
  limitPublicCalls(ctx, 'provider-logout', request.ip);
  void reply.header('cache-control', 'no-store');
  const form = logoutForm.safeParse(request.body ?? {});
  if (!form.success) return reply.code(400).send({ error: 'invalid_request' });
  try {
    await endProvidedSessions(ctx, singleSignOn, form.data.logout_token);
    return await reply.code(200).send();
  } catch (error) {
    const isDown = faultOf(ctx, error) === 'down';
    return reply.code(isDown ? 503 : 400).send({ error: isDown ? 'temporarily_unavailable' : 'invalid_request' });
  }
}
