import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anonymousCtx, type Ctx, type Services } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { accountOfLink, PASSWORD_ADDRESS, setPasswordWithLink } from '../people/password-links.ts';
import { limitPublicCalls } from '../public-limit.ts';
import { SIGN_IN_ADDRESS } from '../service.ts';
import { pageConfig } from './error-page.ts';
import { FORM_LIMIT, isOwnForm, sendHtml } from './page-answers.ts';
import { deadLinkPage, passwordPage } from './password-page.ts';

const linkQuery = z.object({ link: z.string().max(100).catch('') });
const passwordForm = z.object({
  link: z.string().max(100).catch(''),
  password: z.string().max(1024).catch(''),
  again: z.string().max(1024).catch(''),
});

/** The page of one-time links at /auth/password. Opening it does not use up the link, because mail programs prefetch links. */
export function passwordPages(app: FastifyInstance, services: Services): void {
  const config = pageConfig(services);
  app.get(PASSWORD_ADDRESS, { config }, (request, reply) => showForm(services, request, reply));
  app.post(PASSWORD_ADDRESS, { config, bodyLimit: FORM_LIMIT }, (request, reply) => takeForm(services, request, reply));
}

async function showForm(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const ctx = anonymousCtx(services, request);
  limitPublicCalls(ctx, 'link', request.ip);
  const { link } = linkQuery.parse(request.query);
  return sendForm(ctx, reply, 200, link);
}

async function sendForm(ctx: Ctx, reply: FastifyReply, status: number, link: string, problem?: string) {
  const year = ctx.clock.now().getUTCFullYear();
  const user = await accountOfLink(ctx, link);
  if (user === undefined) return sendHtml(reply, 410, deadLinkPage(year));
  return sendHtml(reply, status, passwordPage({ user, link, year, ...(problem !== undefined && { problem }) }));
}

async function takeForm(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const ctx = anonymousCtx(services, request);
  limitPublicCalls(ctx, 'link', request.ip);
  const { link, password, again } = passwordForm.parse(request.body ?? {});
  if (!isOwnForm(request)) return sendForm(ctx, reply, 403, link, 'The form was sent from another site. Use this one.');
  if (password !== again) return sendForm(ctx, reply, 400, link, 'The passwords do not match.');
  try {
    const isSet = await setPasswordWithLink(ctx, link, password);
    if (!isSet) return await sendForm(ctx, reply, 410, '');
  } catch (error) {
    if (error instanceof AppError && error.code === 'refused') return sendForm(ctx, reply, 422, link, error.message);
    throw error;
  }
  // `other`: the browser may be signed in as somebody else.
  return reply.header('cache-control', 'no-store').redirect(`${SIGN_IN_ADDRESS}?other=1&set=1`, 303);
}
