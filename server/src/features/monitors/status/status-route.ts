import type { FastifyInstance } from 'fastify';
import { systemCtx, type Services } from '../../../platform/context.ts';
import { limitPublicCalls } from '../../auth/public.ts';
import { findPage, type PublishedPage } from './queries-status.ts';
import { readStatus } from './read-status.ts';
import { noStatusPage, statusPage, STATUS_CSP } from './status-page.ts';
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
  app.get<{ Params: { token: string } }>(`${STATUS_PATH}:token`, { exposeHeadRoute: true }, async (request, reply) => {
    limitPublicCalls(ctx, 'status', request.ip);
    const { token } = request.params;
    const page = STATUS_TOKEN.test(token) ? await pageOf(token) : null;
    return reply
      .code(page === null ? 404 : 200)
      .headers({
        'content-security-policy': STATUS_CSP,
        'cache-control': page === null ? 'no-store' : 'public, max-age=60',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('text/html; charset=utf-8')
      .send(page ?? noStatusPage());
  });
}
