import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { DEVICE_COOKIE_SECONDS, deviceCookieName, rememberDevice } from './known-device.ts';
import { endSession, SECURE_COOKIE, sessionOfCookie } from './sessions.ts';

/** A new session of a browser. */
interface Opened {
  cookie: string;
  cookieName: string;
  /** Name of the account. */
  user: string;
}

/** Gives the browser a new session, makes it a known device of the person, and ends its previous session. */
export async function giveSession(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, cookieName, user }: Opened,
): Promise<void> {
  const previous = await sessionOfCookie(ctx, request.cookies);
  if (previous) await endSession(ctx, previous);
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookieName === SECURE_COOKIE } as const;
  void reply
    .setCookie(cookieName, cookie, attributes)
    .setCookie(deviceCookieName(cookieName), rememberDevice(ctx, request.cookies, user), {
      ...attributes,
      maxAge: DEVICE_COOKIE_SECONDS,
    })
    .header('cache-control', 'no-store');
}

/** Gives the browser a new session and redirects it. */
export async function openBrowserSession(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, ...opened }: Opened & { returnTo: string },
): Promise<FastifyReply> {
  await giveSession(ctx, request, reply, opened);
  return reply.redirect(returnTo, 303);
}
