import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { anonymousCtx, type Services } from '../../../platform/context.ts';
import { pageConfig } from '../pages/error-page.ts';
import { FORM_LIMIT, isOwnForm } from '../pages/page-answers.ts';
import { safeReturnTo } from '../pages/return-to.ts';
import { limitPublicCalls } from '../public-limit.ts';
import { openBrowserSession } from '../sessions/browser-session.ts';
import { sourceOf } from '../sessions/device.ts';
import { PLAIN_COOKIE, SECURE_COOKIE } from '../sessions/sessions.ts';
import { CHALLENGE_MINUTES } from './challenges.ts';
import { beginSignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { relyingParty, type RelyingParty } from './relying-party.ts';
import { SIGN_IN_SCRIPT } from './sign-in-script.ts';

const require = createRequire(import.meta.url);
const PASSKEY_ADDRESS = '/auth/passkey';

export interface PasskeyPagesOptions {
  services: Services;
  secureCookies: boolean;
  /** Shows the sign-in page with a problem. */
  sendProblem: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => FastifyReply;
}

interface Problem {
  status: number;
  returnTo: string;
  code: 'cross_site' | 'passkey';
}

const browserValue = z.string().regex(/^[\w-]{43}$/);
const answerForm = z.object({
  response: z.string().max(FORM_LIMIT).catch(''),
  return_to: z.string().optional().catch(undefined),
});

/** The relying party if the request came to its address: browsers reject its passkeys anywhere else. */
export function partyOfRequest(services: Services, request: FastifyRequest): RelyingParty | null {
  const party = relyingParty(services);
  return party && new URL(party.origin).host === request.headers.host ? party : null;
}

/** Binds a sign-in to the browser, as single sign-on does. */
const cookieOf = (isSecure: boolean): string => (isSecure ? '__Host-mc-passkey' : 'mc-passkey');

/** Passkey sign-in: the scripts of the sign-in page, the options and the response. */
export function passkeyPages(app: FastifyInstance, options: PasskeyPagesOptions): void {
  const library = pathToFileURL(require.resolve('@simplewebauthn/browser'));
  const scripts = {
    '/auth/webauthn.js': readFileSync(new URL('../dist/bundle/index.umd.min.js', library), 'utf8'),
    '/auth/passkey.js': SIGN_IN_SCRIPT,
  };
  for (const [address, script] of Object.entries(scripts))
    app.get(address, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
    );
  app.post(`${PASSKEY_ADDRESS}/options`, { bodyLimit: FORM_LIMIT }, (request, reply) => begin(options, request, reply));
  const config = pageConfig(options.services);
  app.post(PASSKEY_ADDRESS, { config, bodyLimit: FORM_LIMIT }, (request, reply) => finish(options, request, reply));
}

async function begin({ services, secureCookies }: PasskeyPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const ctx = anonymousCtx(services, request);
  limitPublicCalls(ctx, 'passkey', request.ip);
  const party = partyOfRequest(services, request);
  void reply.header('cache-control', 'no-store');
  if (!isOwnForm(request) || !party) return reply.code(403).send({ error: 'Passkeys are not available here.' });
  const name = cookieOf(secureCookies);
  const browser = browserValue.safeParse(request.cookies[name]).data ?? ctx.random.bytes(32).toString('base64url');
  return reply
    .setCookie(name, browser, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: secureCookies,
      maxAge: CHALLENGE_MINUTES * 60,
    })
    .send(await beginSignIn(ctx, party, browser));
}

async function finish(options: PasskeyPagesOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services, secureCookies, sendProblem } = options;
  const ctx = anonymousCtx(services, request);
  limitPublicCalls(ctx, 'passkey', request.ip);
  const { response: text, return_to } = answerForm.parse(request.body ?? {});
  const returnTo = safeReturnTo(return_to);
  if (!isOwnForm(request)) return sendProblem(request, reply, { status: 403, returnTo, code: 'cross_site' });
  const party = partyOfRequest(services, request);
  const browser = browserValue.safeParse(request.cookies[cookieOf(secureCookies)]).data;
  if (!party || browser === undefined) return sendProblem(request, reply, { status: 401, returnTo, code: 'passkey' });
  const source = sourceOf(request);
  const cookieName = secureCookies ? SECURE_COOKIE : PLAIN_COOKIE;
  const opened = await signInWithPasskey(ctx, { party, browser, text, source, cookieName });
  if (!opened) return sendProblem(request, reply, { status: 401, returnTo, code: 'passkey' });
  return openBrowserSession(ctx, request, reply, { ...opened, cookieName, returnTo });
}
