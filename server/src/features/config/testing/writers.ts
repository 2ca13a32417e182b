import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { SaveConfigBody } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../../platform/context.ts';
import { isDatabaseDown } from '../../../platform/database/postgres/database-down.ts';
import { AppError } from '../../../platform/errors.ts';
import { getConfig, getConfigState } from '../get-config.ts';
import { saveConfig } from '../save-config.ts';
import { configChanges, configRevisions } from '../tables.ts';
import { constant, diffOf } from './config-fleet.ts';

/** Concurrent editors of one config. */
export interface Schedule {
  tenantId: number;
  writers: number;
  keys: number;
  /** A random number in [0, 1). */
  chance: () => number;
  /** Writers send no base revision and overwrite each other, so the check must find faults. */
  careless?: boolean;
}

/** Result of a schedule; `faults` lists every acknowledged change that was lost or silently overwrote another one. */
export interface ScheduleOutcome {
  acknowledged: number;
  /** Acknowledged changes and removals of existing settings. */
  edited: number;
  removed: number;
  refused: number;
  /** Saves rejected because the database was busy; their writers gave up. */
  turnedAway: number;
  faults: string[];
}

export interface Acknowledged {
  writer: string;
  base: number;
  revision: number;
  wanted: Map<string, string | null>;
}

const KIND = 'coursepro';
const MAX_KEYS = 6;
const MAX_TURNS = 40;
/** Fraction of settings that exist at the start, and probability of removing an existing one. */
const FILLED = 0.7;
const REMOVED = 0.3;

/**
 * Fills most of the config, then lets the writers read it, wait for different times and save changes based on what they read; half of
 * the rejected ones retry once. Finally compares the history with the responses.
 */
export async function runSchedule(ctx: Ctx, schedule: Schedule): Promise<ScheduleOutcome> {
  await fill(ctx, schedule);
  const acknowledged: Acknowledged[] = [];
  let [edited, removed, refused, turnedAway] = [0, 0, 0, 0];
  const write = async (writer: string, mayRetry: boolean): Promise<void> => {
    try {
      const edit = await prepare(ctx, schedule, writer);
      for (let turns = Math.floor(schedule.chance() * MAX_TURNS); turns > 0; turns -= 1) await nextTurn();
      const { added, changed, removed: gone } = edit.diff;
      const diff = schedule.careless ? { added, changed, removed: gone } : edit.diff;
      const { revision, warnings } = await saveConfig(actingAs(ctx, writer), {
        params: { id: schedule.tenantId, service: KIND },
        body: diff,
      });
      if (warnings.length > 0 && schedule.careless) return;
      if (warnings.length > 0) throw new Error(`A clash was only a warning: ${warnings.join(' ')}`);
      edited += changed.length;
      removed += gone.length;
      acknowledged.push({ writer, base: edit.base, revision, wanted: edit.wanted });
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      if (isDatabaseDown(error) || code === 'unavailable') return void (turnedAway += 1);
      if (code !== 'conflict') throw error;
      refused += 1;
      if (mayRetry) await write(`${writer} again`, false);
    }
  };
  const names = Array.from({ length: schedule.writers }, (_, number) => `writer ${number}`);
  await Promise.all(names.map((name) => write(name, schedule.chance() < 0.5)));
  return {
    acknowledged: acknowledged.length,
    edited,
    removed,
    refused,
    turnedAway,
    faults: await faultsOf(ctx, schedule, acknowledged),
  };
}

/** Each writer has its own name, which identifies its revisions in the history. */
export const actingAs = (ctx: Ctx, writer: string): Ctx => ({ ...ctx, actor: { ...ctx.actor, name: writer } });

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

async function fill(ctx: Ctx, { tenantId, keys }: Schedule): Promise<void> {
  const added = Array.from({ length: Math.ceil(keys * FILLED) }, (_, key) => constant(`KEY_${key}`, 'as it was'));
  await saveConfig(actingAs(ctx, 'who began'), { params: { id: tenantId, service: KIND }, body: diffOf({ added }) });
}

async function prepare(ctx: Ctx, { tenantId, keys, chance }: Schedule, writer: string) {
  // Read the state first, like the browser: its revision is never newer than the items.
  const { revision: base } = await getConfigState(ctx, { params: { id: tenantId, service: KIND } });
  const known = new Set((await getConfig(ctx, { params: { id: tenantId, service: KIND } })).map((item) => item.key));
  const wanted = new Map<string, string | null>();
  for (let count = 1 + Math.floor(chance() * MAX_KEYS); count > 0; count -= 1) {
    const key = `KEY_${Math.floor(chance() * keys)}`;
    wanted.set(key, known.has(key) && chance() < REMOVED ? null : `${writer}, ${chance()}`);
  }
  const items = [...wanted].flatMap(([key, value]) => (value === null ? [] : [constant(key, value)]));
  const diff: SaveConfigBody = diffOf({
    base_revision: base,
    added: items.filter((item) => !known.has(item.key)),
    changed: items.filter((item) => known.has(item.key)),
    removed: [...wanted].flatMap(([key, value]) => (value === null ? [key] : [])),
  });
  return { base, wanted, diff };
}

/** Compares the writers' responses with the history and the saved config. Returns lost and silently overwritten changes. */
export async function faultsOf(
  ctx: Ctx,
  { tenantId }: Pick<Schedule, 'tenantId'>,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const rows = await ctx.db
    .select({ ...getTableColumns(configChanges), author: configRevisions.author })
    .from(configChanges)
    .innerJoin(
      configRevisions,
      and(
        eq(configRevisions.tenantId, configChanges.tenantId),
        eq(configRevisions.kind, configChanges.kind),
        eq(configRevisions.number, configChanges.revision),
      ),
    )
    .where(and(eq(configChanges.tenantId, tenantId), eq(configChanges.kind, KIND)))
    .orderBy(asc(configChanges.key), asc(configChanges.revision));
  const histories = Map.groupBy(
    rows.map(({ key, revision, author, before, after }) => ({
      key,
      revision,
      author,
      before: before?.value ?? null,
      after: after?.value ?? null,
    })),
    (row) => row.key,
  );
  const saved = new Map(
    (await getConfig(ctx, { params: { id: tenantId, service: KIND } })).map((item) => [item.key, item.value]),
  );
  const faults: string[] = [];
  for (const [key, history] of histories) {
    let value: string | null = null;
    for (const { revision, before, after } of history) {
      if (before !== value) faults.push(`Revision ${revision} replaced ${before} of ${key}, but it was ${value}.`);
      value = after;
    }
    if ((saved.get(key) ?? null) !== value)
      faults.push(`${key} is ${saved.get(key)}, but the history ends with ${value}.`);
  }
  for (const { writer, base, revision, wanted } of acknowledged) {
    for (const [key, value] of wanted) {
      const history = histories.get(key) ?? [];
      // A save without effect returns the current revision, which is somebody else's.
      const own = history.find((row) => row.revision === revision && row.author === writer);
      // The setting was already removed by others.
      const stands = own ? own.after === value : value === null && valueAt(history, revision) === null;
      if (!stands) faults.push(`${writer} was told that ${key} is ${value} in revision ${revision}; it is not there.`);
      const between = history.filter((row) => row.revision > base && row.revision < revision);
      // Removing a setting that was added and removed in the meantime overwrites nothing.
      const replaced = valueAt(history, own ? revision - 1 : revision);
      if (between.length > 0 && replaced !== value)
        faults.push(`${writer} changed ${key} over revision ${between.at(-1)?.revision} without having seen it.`);
    }
  }
  return faults;
}

const valueAt = (history: readonly { revision: number; after: string | null }[], revision: number): string | null =>
  history.findLast((row) => row.revision <= revision)?.after ?? null;
