import type { FastifyInstance, FastifyReply } from 'fastify';
import { systemCtx, type Services } from '../../../platform/context.ts';
import type { AppError } from '../../../platform/errors.ts';
import { problemText } from '../../../platform/http/error-page.ts';
import { limitPublicCalls } from '../../auth/public.ts';
import { findPage, type PublishedPage } from './queries-status.ts';
import { readStatus } from './read-status.ts';
import { noStatusPage, noticePage, statusPage, STATUS_CSP } from './status-page.ts';
import { STATUS_PATH, STATUS_TOKEN } from './status-pages.ts';

/** A page is rebuilt at most this often, however many people look at it. */
const FRESH_MS = 60_000;
/** Pages cached by a process. */
const MAX_CACHED_PAGES = 500;

/** The public status pages: no sign-in, no script, no host names, not for search engines. */
export function statusRoute(app: FastifyInstance, services: Services): void {
  const ctx = systemCtx(services, 'status');
  const cached = new Map<number, { at: number; page: Promise<string> }>();

  async function render({ accountId, name }: PublishedPage): Promise<string> {
    return statusPage(name, await readStatus(ctx, accountId), ctx.clock.now());
  }

  /** Looks up the token for each request, so that a withdrawn address stops working immediately. */
  async function pageOf(token: string): Promise<string | null> {
    const found = await findPage(ctx.db, token);
    if (!found) return null;
    const { accountId } = found;
    const now = ctx.clock.now().getTime();
    const known = cached.get(accountId);
    if (known && now - known.at < FRESH_MS) return known.page;
    const page = render(found);
    cached.set(accountId, { at: now, page });
    page.catch(() => cached.get(accountId)?.page === page && cached.delete(accountId));
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_PAGES && oldest !== undefined) cached.delete(oldest);
    return page;
  }

  // Monitoring tools send HEAD requests; without a route of its own they would get the headers of the console.
  const options = { exposeHeadRoute: true, config: { errorPage: sendError } };
  app.get<{ Params: { token: string } }>(`${STATUS_PATH}:token`, options, async (request, reply) => {
    limitPublicCalls(ctx, 'status', request.ip);
    const { token } = request.params;
    const page = STATUS_TOKEN.test(token) ? await pageOf(token) : null;
    if (page === null) return send(reply.code(404), noStatusPage());
    return send(reply, page, 'public, max-age=60');
  });
}

const sendError = (reply: FastifyReply, error: AppError): FastifyReply =>
  send(
    reply,
    noticePage(
      'This page cannot be shown now',
      reply.statusCode < 500 ? problemText(error) : `${problemText(error)} Request id: ${reply.request.id}.`,
    ),
  );

const send = (reply: FastifyReply, page: string, caching = 'no-store'): FastifyReply =>
  reply
    .headers({
      'content-security-policy': STATUS_CSP,
      'cache-control': caching,
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(page);
