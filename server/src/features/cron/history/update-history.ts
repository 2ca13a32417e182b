import { isDeepStrictEqual } from 'node:util';
import { BAND_DAYS } from '@mission-control/contract/cron/troubles';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Reported } from '../../reports/public.ts';
import { problemsOf } from '../problems.ts';
import type { CronEntry } from '../queries.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import {
  deleteTroubles,
  firstDay,
  listBands,
  listDays,
  listTroublesOf,
  listZones,
  placeKey,
  putBands,
  putDays,
  putTroubles,
  type Place,
  type TroubleRow,
} from './queries-history.ts';
import { addToSlots } from './queries-slots.ts';
import { addRuns, bandsOf, dayOf, nameOf, newRuns, type KnownTask, type Run, type TaskDay } from './runs.ts';

/** Tasks not reported for longer are forgotten. */
const RETENTION_MS = BAND_DAYS * DAY_MS;

type Report = Reported<CronEntry>;

/** A report with the previously known state of its tasks. */
interface Counted {
  report: Report;
  known: Map<string, KnownTask>;
  runs: Run[];
  /** The bands are due for recalculation. */
  isDue: boolean;
}

/** Counts the runs of stored reports, updates bands, and stores the problems of the tasks. The rows of the reports are locked. */
export async function updateHistory(db: Transaction, reports: readonly Report[]): Promise<void> {
  if (reports.length === 0) return;
  const stored = await listBands(db, reports);
  const counted = reports.map((report): Counted => {
    const row = stored.get(placeKey(report));
    const known = new Map((row?.tasks ?? []).map((task) => [nameOf(task), task]));
    const at = report.created.getTime();
    return {
      report,
      known,
      runs: newRuns(report.entry.tasks, known, at),
      isDue: row === undefined || at - row.reckonedAt.getTime() >= HOUR_MS,
    };
  });
  await countRuns(db, counted);
  const calculated = await calculateBands(db, counted);
  await putBands(
    db,
    counted
      .filter(({ runs, isDue }) => runs.length > 0 || isDue)
      .map((one) => ({
        ...placeOf(one.report),
        tasks: knownAfter(one, calculated.get(placeKey(one.report))),
        reckonedAt: one.isDue
          ? one.report.created
          : (stored.get(placeKey(one.report))?.reckonedAt ?? one.report.created),
      })),
  );
  await storeTroubles(db, counted, calculated);
  // Last, because others queue for its rows.
  await addToSlots(
    db,
    counted.map(({ report, runs }) => ({ environmentId: report.environmentId, at: report.created.getTime(), runs })),
  );
}

const placeOf = ({ tenantId, environmentId }: Place): Place => ({ tenantId, environmentId });

/** Adds new runs to their days. */
async function countRuns(db: Transaction, counted: readonly Counted[]): Promise<void> {
  const some = counted.filter(({ runs }) => runs.length > 0);
  const dates = [...new Set(some.flatMap(({ runs }) => runs.map(({ end }) => dayOf(end))))];
  if (dates.length === 0) return;
  const rows = await listDays(
    db,
    some.map(({ report }) => report),
    dates,
  );
  const stored = Map.groupBy(rows, placeKey);
  await putDays(
    db,
    some.flatMap(({ report, known, runs }) => {
      const daysBefore = stored.get(placeKey(report)) ?? [];
      const days = new Map(
        daysBefore.map(({ day, tasks }) => [day, new Map(tasks.map((task) => [nameOf(task), task]))]),
      );
      addRuns(days, runs, known);
      const touched = new Set(runs.map(({ end }) => dayOf(end)));
      return [...days].flatMap(([day, tasks]) =>
        touched.has(day) ? [{ ...placeOf(report), day, tasks: [...tasks.values()] }] : [],
      );
    }),
  );
}

/** The bands of the reports that are due, by place. */
async function calculateBands(db: Transaction, counted: readonly Counted[]) {
  const due = counted.filter(({ isDue }) => isDue).map(({ report }) => report);
  if (due.length === 0) return new Map<string, ReturnType<typeof bandsOf>>();
  const from = firstDay(Math.min(...due.map(({ created }) => created.getTime())));
  const days = Map.groupBy(await listDays(db, due, { from }), placeKey);
  return new Map(
    due.map((report) => {
      const ofPlace: TaskDay[] = (days.get(placeKey(report)) ?? []).flatMap(({ tasks }) => tasks);
      return [placeKey(report), bandsOf(ofPlace)] as const;
    }),
  );
}

/** The state of the tasks after a report. @param bands undefined: unchanged */
function knownAfter({ report, known, runs }: Counted, bands: ReturnType<typeof bandsOf> | undefined): KnownTask[] {
  const after = new Map(known);
  for (const { group, task, end } of runs) {
    const name = nameOf({ group, task });
    const before = after.get(name);
    after.set(name, { group, task, until: Math.max(end, before?.until ?? 0), band: before?.band ?? null });
  }
  const oldest = report.created.getTime() - RETENTION_MS;
  return [...after]
    .filter(([, { until }]) => until > oldest)
    .map(([name, task]) => (bands ? { ...task, band: bands.get(name) ?? null } : task));
}

/** Stores only differences: most reports change nothing. */
async function storeTroubles(
  db: Transaction,
  counted: readonly Counted[],
  calculated: ReadonlyMap<string, ReturnType<typeof bandsOf>>,
): Promise<void> {
  const reports = counted.map(({ report }) => report);
  const zoned = reports.filter(({ entry }) => entry.tasks.some(({ schedule }) => schedule && !schedule.zone));
  const zones = await listZones(db, zoned.map(tenantOf));
  const before = new Map((await listTroublesOf(db, reports)).map((row) => [keyOf(row), row]));
  const found = counted.flatMap((one) => {
    const { report } = one;
    const zone = zones.get(report.tenantId) ?? 'UTC';
    // A run is compared with the previous band, if there was one.
    const known =
      one.known.size > 0 ? one.known : new Map(knownAfter(one, calculated.get(placeKey(report))).map(named));
    const problems = problemsOf({ ...report.entry, created: report.created, known, zone });
    return problems.map((problem): TroubleRow => ({ ...placeOf(report), ...problem }));
  });
  const now = new Set(found.map(keyOf));
  await deleteTroubles(
    db,
    [...before.values()].filter((row) => !now.has(keyOf(row))),
  );
  await putTroubles(
    db,
    found.filter((row) => !isDeepStrictEqual(before.get(keyOf(row)), row)),
  );
}

const tenantOf = ({ tenantId }: Report): number => tenantId;
const named = (task: KnownTask) => [nameOf(task), task] as const;

const keyOf = ({ tenantId, environmentId, taskGroup, task, what }: TroubleRow): string =>
  JSON.stringify([tenantId, environmentId, taskGroup, task, what]);
