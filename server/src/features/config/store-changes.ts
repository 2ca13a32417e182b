import { roleIncludes } from '@mission-control/contract/call';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { configTopics, requireConfig, type OwnedConfig } from './config-owner.ts';
import { listItems, listKeys, lockConfig, storeRevision } from './queries.ts';
import { hashOf, renderConfig } from './file/render-config.ts';
import { afterChanges } from './history/revision-state.ts';
import type { Change } from './history/save-diff.ts';
import { maskedItem, openItem, sealItem, type ConfigPlace, type KeyedItem } from './file/stored-items.ts';

/** A config locked until the transaction ends, in cleartext. */
export interface LockedConfig extends OwnedConfig {
  /** The saved revision. */
  revision: number;
  savedBy: string | null;
  items: ReadonlyMap<string, KeyedItem>;
  keys: ReadonlyMap<string, KeyMeta>;
}

/** Locks a config and reads its items. @throws AppError('not_found') */
export async function lockWithItems(ctx: Ctx, db: Transaction, place: ConfigPlace): Promise<LockedConfig> {
  const [{ revision, savedBy }, owned, keys, items] = await lockConfig(db, place, () => [
    requireConfig(db, place.tenantId, place.kind),
    listKeys(db, place.kind),
    listItems(db, place),
  ]);
  const open = (item: KeyedItem): KeyedItem => {
    const opened = openItem(ctx.secrets, place, item);
    // A value stored before it counted as a secret is encrypted with the next change.
    return { ...opened, secret: isSecret(opened, keys) };
  };
  const opened = new Map(items.map((item) => [item.key, open(item)]));
  return { ...owned, revision, savedBy, items: opened, keys };
}

interface Storing {
  changes: readonly Change[];
  action: 'config.saved' | 'config.restored' | 'config.taken-over';
  /** Additional data for the audit event. */
  facts?: Readonly<Record<string, unknown>>;
}

/**
 * Stores changes as the next revision, with audit event and topics, and returns its number; servers are not touched.
 * @throws AppError('role_denied') if a code block is added or changed by a user below release manager.
 */
export async function storeChanges(ctx: Ctx, { db, record }: Work, config: LockedConfig, storing: Storing) {
  const { changes, action, facts } = storing;
  const { place, kind, keys, items } = config;
  const codeBlocks = changedCodeBlocks(changes).map(({ key }) => key);
  if (codeBlocks.length > 0 && !mayChangeCode(ctx)) {
    throw new AppError('role_denied', 'Adding or changing a Code Block needs the role release manager. Ask an admin.');
  }
  const revision = config.revision + 1;
  await storeRevision(db, place, {
    number: revision,
    author: ctx.actor.name,
    at: ctx.clock.now(),
    hash: hashOf(renderConfig(kind, afterChanges(items, changes).values(), keys)),
    changes: changes.map(({ key, before, after }) => ({
      key,
      before: before && sealItem(ctx.secrets, place, before),
      after: after && sealItem(ctx.secrets, place, after),
    })),
  });
  const side = (which: 'before' | 'after') =>
    changes.flatMap((change) => (change[which] ? [maskedItem(change[which], keys)] : []));
  record({
    action,
    subject: config.subject,
    tenantId: place.tenantId,
    before: { items: side('before') },
    after: { revision, ...facts, items: side('after'), ...(codeBlocks.length > 0 && { code_blocks: codeBlocks }) },
    topics: configTopics(place),
  });
  return revision;
}

/** The added or changed code blocks; the tenant's servers execute them verbatim (threat 19). */
export const changedCodeBlocks = (changes: readonly Change[]): Change[] =>
  changes.filter(({ before, after }) => after && (after.type === 5 || before?.type === 5));

export const mayChangeCode = ({ actor }: Ctx): boolean =>
  actor.role !== null && roleIncludes(actor.role, 'release-manager');
