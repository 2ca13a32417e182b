import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  giveBackIn,
  listConfigsOf,
  planTakeOvers,
  readServers,
  requireConfig,
  takeOverIn,
  type ConfigOfTenant,
} from '../config/public.ts';
import { committedText, factsOf, planEach, sinceText } from './plan-configs.ts';
import {
  planned,
  type ChangeHandler,
  type ConfigChange,
  type ConfigFacet,
  type Planned,
  type UndoStates,
} from './facets.ts';

/** Takes over the files of servers, which are only read. */
export function takeOver(
  ctx: Ctx,
  db: Db,
  kind: ConfigKind,
  change: Extract<ConfigChange, { kind: 'take-over' }>,
): ChangeHandler {
  return {
    async plan(ids) {
      return planEach(kind, ids, await planTakeOvers(ctx, db, kind, ids, change.accept_losses), (found) => {
        const { check, note, files } = found;
        const chosen = files.chosen;
        const before = committedText(found.config?.committedRevision ?? null);
        return planned(check, note, {
          ...factsOf(found, false),
          before,
          after: chosen?.host ?? before,
          seen: `${found.config?.revision ?? 0} ${chosen?.hash ?? ''}`,
          files,
          file: { from: 'saved', to: { changes: found.changes } },
        });
      });
    },
    async apply(work, tenantId, plan, seen) {
      const chosen = plan.files?.chosen;
      if (!chosen) throw new AppError('conflict', 'Somebody changed it at the same time.');
      if (seen !== null && seen !== plan.seen)
        throw new AppError('conflict', 'The file or the saved config was changed since the preview.');
      const owned = await requireConfig(work.db, tenantId, kind.slug);
      const body = { base_revision: plan.revision ?? 0, accept_losses: change.accept_losses };
      const { revision, before } = await takeOverIn(ctx, work, { owned, chosen, body });
      return {
        before: { revision: body.base_revision, committed: before.committedRevision, taken: before },
        after: { revision, committed: revision, taken: await committedOf(work.db, kind, tenantId) },
        revision,
        commits: false,
      };
    },
  };
}

async function committedOf(db: Db, kind: ConfigKind, tenantId: number): Promise<NonNullable<ConfigFacet['taken']>> {
  const config = (await listConfigsOf(db, kind, [tenantId])).get(tenantId)?.config;
  if (!config) throw new AppError('not_found', 'The config no longer exists.');
  const { hash, committedRevision, committedHash, committedBy, committedAt, serversDiffer } = config;
  const at = committedAt?.toISOString() ?? null;
  return { hash, committedRevision, committedHash, committedBy, committedAt: at, serversDiffer };
}

/** Restores the saved settings and what counted as committed; servers are only read. */
export function undoTakeOver(ctx: Ctx, db: Db, kind: ConfigKind, back: UndoStates): ChangeHandler {
  const sides = (id: number) => back.get(id) as { before: ConfigFacet; after: ConfigFacet } | undefined;
  const planOne = (found: ConfigOfTenant, id: number): Planned => {
    const change = sides(id);
    const { config } = found;
    if (!change || !config) return planned('unchanged', 'Nothing was changed.', factsOf(found, false));
    const { before, after } = change;
    const facts: Partial<Planned> = {
      ...factsOf(found, false),
      before: `r${config.revision}`,
      after: `as r${before.revision}`,
      file: { from: 'saved', to: { revision: before.revision } },
    };
    if (config.revision !== after.revision)
      return planned('conflict', sinceText(config.savedBy, config.revision), facts);
    if (config.committedHash !== after.taken?.committedHash)
      return planned('conflict', `${config.committedBy ?? 'Somebody'} committed it since.`, facts);
    return planned('change', null, facts);
  };
  return {
    async plan(ids) {
      const configs = await listConfigsOf(db, kind, ids);
      const files = await readServers(ctx, db, kind, configs);
      return planEach(kind, ids, configs, (found, id) => ({ ...planOne(found, id), files: files.get(id) }));
    },
    async apply(work, tenantId, plan) {
      const change = sides(tenantId);
      const { before, after } = change ?? {};
      if (!before?.taken || !after?.taken || !plan.files) throw new AppError('not_found', 'There is nothing to undo.');
      const owned = await requireConfig(work.db, tenantId, kind.slug);
      const revision = await giveBackIn(ctx, work, {
        owned,
        number: before.revision,
        base: after.revision,
        from: after.taken,
        to: before.taken,
        readings: plan.files.readings,
      });
      return {
        before: { ...after },
        after: { revision, committed: before.committed, taken: before.taken },
        revision,
        commits: false,
      };
    },
  };
}
