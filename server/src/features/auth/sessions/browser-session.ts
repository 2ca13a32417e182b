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
  returnTo: string;
}

/** Gives the browser a new session, makes it a known device of the person, ends its previous session, and redirects it. */
export async function openBrowserSession(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, cookieName, user, returnTo }: Opened,
): Promise<FastifyReply> {
  const previous = await sessionOfCookie(ctx, request.cookies);
  if (previous) await endSession(ctx, previous);
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookieName === SECURE_COOKIE } as const;
  return reply
    .setCookie(cookieName, cookie, attributes)
    .setCookie(deviceCookieName(cookieName), rememberDevice(ctx, request.cookies, user), {
      ...attributes,
      maxAge: DEVICE_COOKIE_SECONDS,
    })
    .header('cache-control', 'no-store')
    .redirect(returnTo, 303);
}
