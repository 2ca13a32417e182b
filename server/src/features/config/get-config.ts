import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { ConfigItem, ConfigState, ConfigRevision } from '@mission-control/contract/config/schema';
import { enforceHourlyLimit } from '../../platform/audit/hourly-limit.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { noTenant } from '../../fleet/queries-tenants.ts';
import { AppError } from '../../platform/errors.ts';
import { requireConfig, requireKind, requireOwner } from './config-owner.ts';
import { shownHash } from './file/hashes.ts';
import { listRevisionRows, type NetChange } from './history/queries-history.ts';
import { realChanges } from './history/revision-state.ts';
import { findConfig, findConfigFacts, findSavedConfig, listItems, listKeys } from './queries.ts';
import { maskedItem, openItem, type ConfigPlace, maskedChange } from './file/stored-items.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { readTemplate } from './templates.ts';

const REVEALED = 'config.secret-revealed';
const MAX_REVEALS_PER_HOUR = 30;

/**
 * Returns the cleartext of one setting and records the reveal, with its reason, in the audit log.
 * @throws AppError('not_found'), AppError('too_many_attempts') for non-admins after 30 reveals within an hour
 */
export async function revealSecret(
  ctx: Ctx,
  { params: { id: tenantId, service: slug }, body: { key, reason } }: CallInput<typeof calls.revealSecret>,
): Promise<{ value: string }> {
  return inTransaction(ctx, async ({ db, record }) => {
    if (ctx.actor.role !== 'admin') {
      const reached = `You have revealed ${MAX_REVEALS_PER_HOUR} secrets within an hour`;
      await enforceHourlyLimit(ctx, db, { actions: [REVEALED], maxPerHour: MAX_REVEALS_PER_HOUR, reached });
    }
    const { place, subject } = await requireConfig(db, tenantId, slug);
    const item = (await listItems(db, place)).find((candidate) => candidate.key === key);
    if (!item) throw new AppError('not_found', 'The saved config has no such setting. Reload it.');
    record({ action: REVEALED, subject: `${subject}: ${key}`, tenantId, after: { reason, ...ctx.source }, topics: [] });
    return { value: openItem(ctx.secrets, place, item).value };
  });
}

const PAGE_SIZE = 100;

/**
 * A page of revisions, newest first, below `before` if given; secrets masked. The first revision of an imported config has no
 * diff. @throws AppError('not_found')
 */
export async function listRevisions(
  ctx: Ctx,
  { params: { id: tenantId, service: slug }, query: { before } }: CallInput<typeof calls.listRevisions>,
): Promise<{ revisions: ConfigRevision[] }> {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const committed = (await findConfig(ctx.db, place))?.committedRevision;
  const rows = await listRevisionRows(ctx.db, place, PAGE_SIZE, before);
  return {
    revisions: rows.map((row) => ({
      number: row.number,
      author: row.author,
      at: row.at.toISOString(),
      hash: shownHash(ctx.secrets, row.hash),
      committed: row.number === committed,
      changes: row.changes.map((change) => maskedChange(change, keys)),
    })),
  };
}

/** The saved items, secrets masked. @throws AppError('not_found') */
export async function getConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.getConfig>,
): Promise<ConfigItem[]> {
  const kind = requireKind(slug);
  const saved = await findSavedConfig(ctx.db, tenantId, kind);
  if (!saved) throw noTenant(tenantId);
  requireOwner(kind, tenantId, saved);
  const { keys, items, committed, changes } = saved;
  // Reversed, so that the first change since the commit wins: its `before` is the exported state.
  const exported = new Map(changes.toReversed().map((change) => [change.key, change.before]));
  return items.map((item) => {
    const before = exported.has(item.key) ? exported.get(item.key) : item;
    const wire = maskedItem(item, keys);
    return {
      ...wire,
      db_only: committed === null || before?.state !== 1,
      db_value: wire.value,
      tenant_id: tenantId,
      secret: wire.masked,
    };
  });
}

/** Revision metadata, target servers and the number of uncommitted changes. @throws AppError('not_found') */
export async function getConfigState(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.getConfigState>,
): Promise<ConfigState> {
  const kind = requireKind(slug);
  const facts = await findConfigFacts(ctx.db, tenantId, kind);
  if (!facts) throw noTenant(tenantId);
  const { place } = requireOwner(kind, tenantId, facts);
  const { config, targets, items, changes } = facts;
  const committed = config?.committedRevision ?? null;
  return {
    revision: config?.revision ?? 0,
    saved_at: config?.savedAt?.toISOString() ?? null,
    saved_by: config?.savedBy ?? null,
    hash: shownHash(ctx.secrets, config?.hash ?? null),
    committed_revision: committed,
    committed_hash: config?.serversDiffer ? null : shownHash(ctx.secrets, config?.committedHash ?? null),
    committed_at: config?.committedAt?.toISOString() ?? null,
    committed_by: config?.committedBy ?? null,
    targets,
    changes_waiting: committed === null ? items : countWaiting(ctx.secrets, place, changes),
  };
}

/** Settings that differ from the last committed revision; a setting changed back does not count. @param changes oldest first */
function countWaiting(secrets: Secrets, place: ConfigPlace, changes: readonly NetChange[]): number {
  const net = [...Map.groupBy(changes, (change) => change.key)].map(([key, steps]) => ({
    key,
    before: steps[0]?.before ?? null,
    after: steps.at(-1)?.after ?? null,
  }));
  return realChanges(secrets, place, net).length;
}

/** The known keys of a kind, sorted by name, and its default template. */
export async function getKeys(
  ctx: Ctx,
  { params }: CallInput<typeof calls.getKeys>,
): Promise<CallResponse<typeof calls.getKeys>> {
  const { keys, shown } = await readTemplate(ctx.db, params.service);
  return { keys: [...keys.values()], template: shown };
}
