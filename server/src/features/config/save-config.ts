import { roleIncludes } from '@mission-control/contract/call';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta, SaveConfigBody } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { configTopics, requireConfig, type OwnedConfig } from './config-owner.ts';
import { listChangesSince, listItems, listKeys, lockConfig, storeRevision } from './queries.ts';
import { hashOf, renderConfig } from './render-config.ts';
import { findClashes, planChanges, type Change, type EarlierChange } from './save-diff.ts';
import { maskedItem, openItem, sealItem, type ConfigPlace, type KeyedItem } from './stored-items.ts';

interface SaveAnswer {
  warnings: string[];
  revision: number;
}

/** Leaves the transaction without a trace: nothing is to be stored. */
class NothingToSave extends Error {
  readonly answer: SaveAnswer;
  constructor(answer: SaveAnswer) {
    super('The diff changes nothing.');
    this.answer = answer;
  }
}

/**
 * Stores a diff as the next revision; servers are not touched. A diff that changes nothing makes no revision.
 * @throws AppError('not_found'), AppError('conflict') naming keys that somebody else changed since `base_revision`,
 * AppError('role_denied') when a code block is added or changed by less than a release manager.
 */
export async function save(
  ctx: Ctx,
  tenantId: number,
  slug: ConfigKindSlug,
  diff: SaveConfigBody,
): Promise<SaveAnswer> {
  try {
    return await inTransaction(ctx, (work) => saveIn(ctx, work, { tenantId, kind: slug }, diff));
  } catch (error) {
    if (error instanceof NothingToSave) return error.answer;
    throw error;
  }
}

async function saveIn(ctx: Ctx, { db, record }: Work, place: ConfigPlace, diff: SaveConfigBody): Promise<SaveAnswer> {
  const owned = await requireConfig(db, place.tenantId, place.kind);
  const config = await lockConfig(db, place);
  const keys = await listKeys(db, place.kind);
  const saved = { kind: owned.kind, keys, items: await openItems(ctx, db, place) };
  const earlier = await changesSince(ctx, db, place, diff.base_revision, config.revision);
  const clashes = findClashes(diff, saved, earlier);
  if (clashes.length > 0) {
    const details = { revision: config.revision, clashes };
    const names = clashes.map((clash) => `${clash.key} (${clash.by})`).join(', ');
    throw new AppError('conflict', `Changed by somebody else meanwhile: ${names}. Choose which values to keep.`, {
      details,
    });
  }
  const { changes, warnings } = planChanges(diff, saved);
  if (changes.length === 0) throw new NothingToSave({ warnings, revision: config.revision });
  const codeBlocks = requireCodeRole(ctx, changes);
  const revision = config.revision + 1;
  const hash = hashOf(renderConfig(owned.kind, afterChanges(saved.items, changes).values(), keys));
  await storeRevision(db, place, {
    number: revision,
    author: ctx.actor.name,
    at: ctx.clock.now(),
    hash,
    changes: changes.map(({ key, before, after }) => ({
      key,
      before: before && sealItem(ctx.secrets, place, before),
      after: after && sealItem(ctx.secrets, place, after),
    })),
  });
  record({
    action: 'config.saved',
    topics: configTopics(place),
    ...auditOf(owned, changes, keys, { revision, codeBlocks }),
  });
  return { warnings, revision };
}

async function openItems(ctx: Ctx, db: Transaction, place: ConfigPlace): Promise<Map<string, KeyedItem>> {
  const items = await listItems(db, place);
  return new Map(items.map((item) => [item.key, openItem(ctx.secrets, place, item)]));
}

async function changesSince(
  ctx: Ctx,
  db: Transaction,
  place: ConfigPlace,
  base: number | undefined,
  current: number,
): Promise<EarlierChange[]> {
  // A client that sends no base takes part in no merge: its last write counts, and stays in the audit trail.
  if (base === undefined) return [];
  if (base > current) throw new AppError('bad_request', `The config has no revision ${base} yet. Reload it.`);
  const rows = await listChangesSince(db, place, base);
  const open = (key: string, side: (typeof rows)[number]['before']) =>
    side && openItem(ctx.secrets, place, { ...side, key });
  return rows.map((row) => ({ ...row, before: open(row.key, row.before), after: open(row.key, row.after) }));
}

/** Code blocks are run by the tenant's servers as they are (threat 19). Answers the ones the save adds or changes. */
function requireCodeRole(ctx: Ctx, changes: readonly Change[]): string[] {
  const blocks = changes.filter(({ before, after }) => after && (after.type === 5 || before?.type === 5));
  if (blocks.length > 0 && !(ctx.actor.role && roleIncludes(ctx.actor.role, 'release-manager'))) {
    throw new AppError(
      'role_denied',
      'Adding or changing a Code Block needs the role release-manager. Ask an administrator.',
    );
  }
  return blocks.map((change) => change.key);
}

function afterChanges(items: ReadonlyMap<string, KeyedItem>, changes: readonly Change[]): Map<string, KeyedItem> {
  const after = new Map(items);
  for (const change of changes) {
    if (change.after) after.set(change.key, change.after);
    else after.delete(change.key);
  }
  return after;
}

function auditOf(
  { place, subject }: OwnedConfig,
  changes: readonly Change[],
  keys: ReadonlyMap<string, KeyMeta>,
  facts: { revision: number; codeBlocks: string[] },
) {
  const side = (which: 'before' | 'after') =>
    changes.flatMap((change) => (change[which] ? [maskedItem(change[which], keys)] : []));
  const flag = facts.codeBlocks.length > 0 ? { code_blocks: facts.codeBlocks } : {};
  return {
    subject,
    tenantId: place.tenantId,
    before: { items: side('before') },
    after: { revision: facts.revision, items: side('after'), ...flag },
  };
}
