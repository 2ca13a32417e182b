import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { listHosts } from '../../../fleet/queries-places.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { foundFiles, readAll, type Check, type Reading } from '../drift/check-drift-read.ts';
import { diffOfFile } from '../drift/file-items.ts';
import type { ChosenFile } from '../drift/take-over.ts';
import { openItem, type KeyedItem } from '../file/stored-items.ts';
import { planChanges, type Change } from '../history/save-diff.ts';
import { listKeys } from '../queries.ts';
import { codeFault, countWaiting, newRemarks, type SettingPlan } from './plan-setting.ts';
import { listConfigsOf, listItemsOf, type ConfigOfTenant } from './queries-many.ts';

/** Readings of a config's servers, and the file that differs from the committed one if there is exactly one. */
export interface ServerFiles {
  readings: Reading[];
  /** Servers with a file other than the committed one. */
  others: string[];
  /** Null if there is none, or more than one. */
  chosen: ChosenFile | null;
}

/** The effect of a take-over on one config. */
export interface TakeOverPlan extends ConfigOfTenant {
  check: SettingPlan['check'];
  note: string | null;
  files: ServerFiles;
  /** Changes to save, in cleartext. */
  changes: readonly Change[];
}

/** Reads the files of these configs from their servers. */
export async function readServers(
  ctx: Ctx,
  db: Db,
  kind: ConfigKind,
  configs: ReadonlyMap<number, ConfigOfTenant>,
): Promise<Map<number, ServerFiles>> {
  const hosts = await listHosts(db, [...new Set([...configs.values()].flatMap((found) => found.environmentIds))]);
  const checks = [...configs].map(([tenantId, { config, environmentIds }]): Check => {
    const targets = new Set(environmentIds.flatMap((id) => hosts.get(id) ?? []));
    // Without a committed hash, committed files are read as well: an undo compares them with what was committed before.
    const committed = { committedHash: null, committedAt: config?.committedAt ?? null };
    return { tenantId, kind: kind.slug, ...committed, hosts: [...targets].toSorted() };
  });
  const readings = await readAll(ctx, checks);
  const committedOf = (id: number) => configs.get(id)?.config?.committedHash ?? null;
  return new Map(
    checks.map((check) => [check.tenantId, filesOf(readings.get(check) ?? [], committedOf(check.tenantId))]),
  );
}

function filesOf(found: readonly Reading[], committed: string | null): ServerFiles {
  const readings = found.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  const files = foundFiles(readings).filter(({ hash }) => hash !== committed);
  const [first] = files;
  const others = files.map(({ host }) => host);
  const isOne = first !== undefined && files.every(({ hash }) => hash === first.hash);
  return { readings, others, chosen: isOne ? { ...first, hosts: others, readings } : null };
}

/** Plans a take-over of the servers' files for these tenants, skipping those without the service. Reads the servers. */
export async function planTakeOvers(
  ctx: Ctx,
  db: Db,
  kind: ConfigKind,
  ids: readonly number[],
  acceptLosses: boolean,
): Promise<Map<number, TakeOverPlan>> {
  const keys = await listKeys(db, kind.slug);
  const configs = await listConfigsOf(db, kind, ids);
  const stored = await listItemsOf(db, kind, [...configs.keys()]);
  const files = await readServers(ctx, db, kind, configs);
  const plans = new Map<number, TakeOverPlan>();
  for (const [id, config] of configs) {
    const found = files.get(id) ?? { readings: [], others: [], chosen: null };
    const items = (stored.get(id) ?? []).map((item) => openItem(ctx.secrets, { tenantId: id, kind: kind.slug }, item));
    const plan = found.chosen
      ? planFile(ctx, { kind, keys, items }, found.chosen, acceptLosses)
      : { check: checkOf(found), note: noFileText(found), changes: [] };
    const note = plan.check === 'change' ? await effectOf(ctx, db, config, plan) : plan.note;
    plans.set(id, { ...config, check: plan.check, note, files: found, changes: plan.changes });
  }
  return plans;
}

const isMissing = (reading: Reading): boolean => !('error' in reading) && reading.hash === null;

function checkOf({ readings, others }: ServerFiles): TakeOverPlan['check'] {
  const isUnclear = others.length > 0 || readings.some((reading) => 'error' in reading);
  return isUnclear || readings.every(isMissing) ? 'refused' : 'unchanged';
}

function noFileText({ readings, others }: ServerFiles): string {
  if (others.length > 0)
    return `The servers hold different files: ${others.join(', ')}. Choose one on the drift board.`;
  const unreadable = readings.find((reading) => 'error' in reading);
  if (unreadable && 'error' in unreadable) return `The file could not be read: ${unreadable.host}: ${unreadable.error}`;
  return readings.every(isMissing) ? 'No server has a file.' : 'Every server has the committed file.';
}

type FilePlan = Pick<TakeOverPlan, 'check' | 'note' | 'changes'>;

interface Saved {
  kind: ConfigKind;
  keys: Awaited<ReturnType<typeof listKeys>>;
  items: readonly KeyedItem[];
}

/** @param saved items in cleartext */
function planFile(ctx: Ctx, { kind, keys, items }: Saved, chosen: ChosenFile, acceptLosses: boolean): FilePlan {
  const refused = (check: FilePlan['check'], note: string): FilePlan => ({ check, note, changes: [] });
  try {
    const saved = new Map(items.map((item) => [item.key, item]));
    const { diff, losses } = diffOfFile(chosen.content, { format: kind.format, items: saved, keys });
    const { changes } = planChanges(diff, { kind, items: saved, keys });
    if (losses.length > 0 && !acceptLosses) return refused('conflict', losses.join(' '));
    const fault = codeFault(ctx, changes);
    if (fault !== null) return refused('refused', fault);
    const { errors } = newRemarks({ items, keys }, changes);
    if (errors.length > 0) return refused('invalid', errors.join(' '));
    return { check: 'change', note: losses.join(' ') || null, changes };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused('refused', error.message);
  }
}

const settingsText = (count: number): string => (count === 1 ? '1 setting' : `${count || 'No'} settings`);

/** Describes what a take-over changes and replaces. */
async function effectOf(ctx: Ctx, db: Db, found: ConfigOfTenant, { changes, note }: FilePlan): Promise<string> {
  const waiting = await countWaiting(ctx, db, found);
  const replaced = `It replaces ${settingsText(waiting)} saved by ${found.config?.savedBy ?? 'somebody'}.`;
  const parts = [
    `${settingsText(changes.length)} ${changes.length === 1 ? 'changes' : 'change'}.`,
    waiting > 0 && (found.config?.committedRevision ?? null) !== null ? replaced : null,
    note,
  ];
  return parts.filter((part) => part !== null).join(' ');
}
