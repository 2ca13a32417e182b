import type { CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/calls';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import { inTransactionIfChanged } from '../../../platform/database/in-transaction-if-changed.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { listPages, putPage, removePage, type PageRow } from './queries-status.ts';

/** 192 bits: tokens cannot be guessed. */
const TOKEN_BYTES = 24;
/** Format of such a token in an address. */
export const STATUS_TOKEN = /^[\w-]{32}$/;

export const STATUS_PATH = '/status/';

const toPage = ({ account, tenants, page }: PageRow): calls.StatusPage => ({
  account: account.id,
  name: account.tradingName,
  tenants,
  path: page && `${STATUS_PATH}${page.token}`,
  published_at: page?.publishedAt.toISOString() ?? null,
  published_by: page?.publishedBy ?? null,
});

export async function listStatusPages({ db }: Ctx): Promise<CallResponse<typeof calls.listStatusPages>> {
  return { pages: (await listPages(db)).map(toPage) };
}

/**
 * Publishes a page, or with `renew` gives it a new path. The audit does not contain the path, which is a secret.
 * @throws AppError('not_found')
 */
export async function publishStatusPage(ctx: Ctx, account: number, renew: boolean): Promise<calls.StatusPage> {
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const before = await requireAccount(db, account);
    const token = ctx.random.bytes(TOKEN_BYTES).toString('base64url');
    const page = { accountId: account, token, publishedAt: ctx.clock.now(), publishedBy: ctx.actor.name };
    if (!(await putPage(db, page, renew))) return;
    record({
      action: before.page ? 'status-page.renewed' : 'status-page.published',
      subject: before.account.tradingName,
      after: { account },
      topics: [TOPIC.statusPages],
    });
  });
  return toPage(await requireAccount(ctx.db, account));
}

/** Withdraws a page. @throws AppError('not_found') when there is none */
export function withdrawStatusPage(ctx: Ctx, account: number): Promise<Record<string, never>> {
  return inTransaction(ctx, async ({ db, record }) => {
    const before = await requireAccount(db, account);
    if (!before.page) throw new AppError('not_found', `${before.account.tradingName} has no status page.`);
    await removePage(db, account);
    record({
      action: 'status-page.withdrawn',
      subject: before.account.tradingName,
      before: { account },
      topics: [TOPIC.statusPages],
    });
    return {};
  });
}

async function requireAccount(db: Ctx['db'], id: number): Promise<PageRow> {
  const [found] = await listPages(db, id);
  if (!found) throw new AppError('not_found', `There is no account ${id}.`);
  return found;
}
