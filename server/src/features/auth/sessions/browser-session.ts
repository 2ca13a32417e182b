import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { endSession, SECURE_COOKIE, sessionOfCookie } from './sessions.ts';

/** Hands a new session to the browser and ends its previous one. */
export async function openBrowserSession(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, cookieName, returnTo }: { cookie: string; cookieName: string; returnTo: string },
): Promise<FastifyReply> {
  const previous = await sessionOfCookie(ctx, request.cookies);
  if (previous) await endSession(ctx, previous);
  const secure = cookieName === SECURE_COOKIE;
  return reply
    .setCookie(cookieName, cookie, { path: '/', httpOnly: true, sameSite: 'lax', secure })
    .header('cache-control', 'no-store')
    .redirect(returnTo, 303);
}
