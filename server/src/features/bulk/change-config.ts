import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { countText } from '@mission-control/contract/numbers';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import {
  countWaiting,
  listConfigsOf,
  NothingToSave,
  planSettings,
  remarksOf,
  requireKind,
  restoreIfDifferentIn,
  saveIn,
  type ConfigOfTenant,
} from '../config/public.ts';
import { committedText, factsOf, planEach, sinceText } from './plan-configs.ts';
import { takeOver, undoTakeOver } from './change-files.ts';
import {
  planned,
  type Applied,
  type ChangeHandler,
  type ConfigChange,
  type ConfigFacet,
  type Planned,
  type UndoStates,
} from './facets.ts';

/** Changes of a setting, commits, and the undo of both. @param back for an undo: the states to restore */
export function changeConfig(ctx: Ctx, db: Db, change: ConfigChange, back: UndoStates | null): ChangeHandler {
  const kind = requireKind(change.config);
  if (change.kind === 'take-over') return back ? undoTakeOver(ctx, db, kind, back) : takeOver(ctx, db, kind, change);
  if (back) return undo(ctx, db, kind, back);
  if (change.kind === 'validate') return validate(db, kind);
  return change.kind === 'commit' ? commit(ctx, db, kind) : setting(ctx, db, kind, change);
}

function setting(
  ctx: Ctx,
  db: Db,
  kind: ConfigKind,
  change: Extract<ConfigChange, { kind: 'setting' }>,
): ChangeHandler {
  return {
    async plan(ids) {
      return planEach(kind, ids, await planSettings(ctx, db, kind, ids, change), async (found) => {
        const { check, before, after, note } = found;
        const carries = change.commit && check === 'change' ? await countWaiting(ctx, db, found, change.key) : 0;
        const facts = factsOf(found, change.commit && check === 'change');
        const file: Planned['file'] = { from: change.commit ? 'committed' : 'saved', to: { changes: found.changes } };
        return planned(check, note, { before, after, carries, file, ...facts });
      });
    },
    async apply(work, tenantId, _plan, seen) {
      const found = (await planSettings(ctx, work.db, kind, [tenantId], change)).get(tenantId);
      if (!found?.diff) throw new AppError('conflict', 'Somebody changed it at the same time.');
      const place = { tenantId, kind: kind.slug };
      const base_revision = seen === null ? (found.config?.revision ?? 0) : Number(seen);
      const { revision } = await saveIn(ctx, work, place, { ...found.diff, base_revision }).catch(refuseNothing);
      const before = { revision: revision - 1, committed: found.config?.committedRevision ?? null };
      const after = { revision, committed: change.commit ? revision : before.committed };
      return { before, after, revision, commits: change.commit };
    },
  };
}

function refuseNothing(error: unknown): never {
  throw error instanceof NothingToSave ? new AppError('conflict', 'The same change was made in the meantime.') : error;
}

function commit(ctx: Ctx, db: Db, kind: ConfigKind): ChangeHandler {
  return {
    async plan(ids) {
      const configs = await listConfigsOf(db, kind, ids);
      const remarks = await remarksOf(db, kind, [...configs.keys()]);
      return planEach(kind, ids, configs, async (found, id) => {
        const { config } = found;
        if (!config || config.revision === 0) return planned('refused', 'It was never saved.', factsOf(found, false));
        const facts: Partial<Planned> = {
          ...factsOf(found, true),
          before: committedText(config.committedRevision),
          file: { from: 'committed', to: { changes: [] } },
        };
        const after = committedText(config.revision);
        if (config.hash === config.committedHash && !config.serversDiffer)
          return planned('unchanged', 'There is nothing to commit.', {
            ...factsOf(found, false),
            before: after,
            after,
          });
        const fault = remarks.get(id)?.errors[0] ?? null;
        if (fault !== null) return planned('invalid', fault, { ...facts, after });
        const waiting = await countWaiting(ctx, db, found);
        const text = countText(waiting, 'setting differs', 'settings differ');
        return planned('change', `${text}, saved by ${config.savedBy ?? 'somebody'}`, { ...facts, after });
      });
    },
    async apply(work, tenantId, _plan, seen) {
      const found = (await listConfigsOf(work.db, kind, [tenantId])).get(tenantId);
      const revision = found?.config?.revision ?? 0;
      if (seen !== null && Number(seen) !== revision) throw savedSince(found);
      const before = { revision, committed: found?.config?.committedRevision ?? null };
      return { before, after: { revision, committed: revision }, revision, commits: true };
    },
  };
}

/** Runs the validators. Their findings are the outcome; nothing is changed. */
function validate(db: Db, kind: ConfigKind): ChangeHandler {
  return {
    async plan(ids) {
      const configs = await listConfigsOf(db, kind, ids);
      const remarks = await remarksOf(db, kind, [...configs.keys()]);
      return planEach(kind, ids, configs, (found, id) => {
        if (!found.config || found.config.revision === 0)
          return planned('refused', 'It was never saved.', factsOf(found, false));
        const { errors = [], warnings = [] } = remarks.get(id) ?? {};
        const verdict = errors.length > 0 ? 'not valid' : 'valid';
        const note = [...errors, ...warnings].join(' ') || null;
        return planned('change', note, { ...factsOf(found, false), before: verdict, after: verdict });
      });
    },
    async apply(work, tenantId, plan) {
      const { errors = [], warnings = [] } = (await remarksOf(work.db, kind, [tenantId])).get(tenantId) ?? {};
      if (errors.length > 0) throw new AppError('refused', [...errors, ...warnings].join(' '));
      const note = warnings.join(' ') || null;
      return { before: null, after: null, revision: plan.revision, commits: false, note };
    },
  };
}

const savedSince = (found: ConfigOfTenant | undefined): AppError =>
  new AppError('conflict', sinceText(found?.config?.savedBy ?? null, found?.config?.revision ?? 0));

/** Whether the servers may have what the change committed. */
const isPublished = ({ config }: ConfigOfTenant, after: ConfigFacet): boolean =>
  config !== null &&
  after.committed === after.revision &&
  (config.serversDiffer || config.committedRevision === after.revision);

function undo(ctx: Ctx, db: Db, kind: ConfigKind, back: UndoStates): ChangeHandler {
  const sides = (id: number) => back.get(id) as { before: ConfigFacet; after: ConfigFacet } | undefined;
  const planOne = (found: ConfigOfTenant, id: number): Planned => {
    const change = sides(id);
    const { config } = found;
    if (!change || !config) return planned('unchanged', 'Nothing was changed.', factsOf(found, false));
    const { before, after } = change;
    const published = isPublished(found, after);
    const number = published ? (before.committed ?? before.revision) : before.revision;
    const facts: Partial<Planned> = {
      ...factsOf(found, published),
      before: `r${config.revision}`,
      after: `as r${before.revision}`,
      file: { from: published ? 'committed' : 'saved', to: { revision: number } },
    };
    if (config.revision !== after.revision)
      return planned('conflict', sinceText(config.savedBy, config.revision), facts);
    if (published && before.committed === null)
      return planned('refused', 'Nothing was committed before, so there is no file to restore.', facts);
    if (!published && before.revision === after.revision)
      return planned('unchanged', 'It was not committed.', { ...facts, publishes: false });
    return planned('change', null, facts);
  };
  return {
    async plan(ids) {
      return planEach(kind, ids, await listConfigsOf(db, kind, ids), planOne);
    },
    async apply(work, tenantId) {
      const found = (await listConfigsOf(work.db, kind, [tenantId])).get(tenantId);
      const change = sides(tenantId);
      if (!found || !change) throw new AppError('not_found', 'The config no longer exists.');
      return restore(
        ctx,
        work,
        { tenantId, kind: kind.slug },
        { ...change, published: isPublished(found, change.after) },
      );
    },
  };
}

async function restore(
  ctx: Ctx,
  work: Work,
  place: { tenantId: number; kind: ConfigKind['slug'] },
  { before, after, published }: { before: ConfigFacet; after: ConfigFacet; published: boolean },
): Promise<Applied> {
  const number = published ? (before.committed ?? before.revision) : before.revision;
  const base = after.revision;
  // Nothing differs if the saved settings are already the target and only the servers are not.
  const revision = await restoreIfDifferentIn(ctx, work, place, { number, base });
  const again = published && before.revision !== number ? { saveAgain: before.revision } : null;
  const now: ConfigFacet = { revision, committed: published ? revision : before.committed, ...again };
  return { before: { ...after }, after: now, revision, commits: published };
}
