import { isStale } from '../reports/define-report.ts';
import type { CronRow } from './calls.ts';
import { clockText } from './rules.ts';

/** Tasks shown per environment, unless all are requested. */
const TASKS_PER_GROUP = 10;
/** Hidden tasks are only mentioned when there are more tasks than this in total (C-056). */
const TASKS_WITHOUT_A_WORD = 40;

/** A running task and its tenant. */
interface Running {
  tenantId: number;
  tenantName: string;
  task: string;
  /** Seconds, as of the report. */
  elapsed: number;
  elapsedText: string;
  /** The report is older than 15 minutes, so the task may have ended. */
  stale: boolean;
}

/** A tenant whose running tasks are unknown. */
interface CronError {
  tenantId: number;
  tenantName: string;
  environment: string | null;
  text: 'No data';
  detail: 'Never reported' | 'The report contains no tasks' | 'The report cannot be read';
}

export interface StaleReport {
  tenantId: number;
  tenantName: string;
  environment: string | null;
  created: string;
}

/** Data of the cron statistics page. */
export interface CronOverview {
  running: number;
  /** Longest-running tasks by environment, longest first, of `total`; environments ordered by their longest task. */
  groups: { environment: string; total: number; tasks: Running[] }[];
  /** Number of hidden running tasks; 0 for up to 40 tasks. */
  more: number;
  errors: CronError[];
  stale: StaleReport[];
}

/** Summarises the reports of the fleet. @param now ms since the epoch @param perGroup maximum tasks per environment */
export function cronOverview(rows: readonly CronRow[], now: number, perGroup = TASKS_PER_GROUP): CronOverview {
  const errors: CronError[] = [];
  const stale: StaleReport[] = [];
  const byEnvironment = new Map<string, Running[]>();
  for (const row of rows) {
    const who = { tenantId: row.id, tenantName: row.tenant_name, environment: row.environment_name };
    const isOld = row.created !== null && isStale(row.created, now);
    if (isOld && row.created !== null) stale.push({ ...who, created: row.created });
    const tasks = readRunningTasks(row.cron_tasks);
    if (tasks === null) {
      errors.push({ ...who, text: 'No data', detail: detailOf(row) });
      continue;
    }
    if (tasks.length === 0) continue;
    const environment = row.environment_name ?? 'Unknown environment';
    let group = byEnvironment.get(environment);
    if (!group) byEnvironment.set(environment, (group = []));
    for (const task of tasks) group.push({ tenantId: row.id, tenantName: row.tenant_name, ...task, stale: isOld });
  }
  const groups = [...byEnvironment].map(([environment, tasks]) => ({
    environment,
    total: tasks.length,
    tasks: longestFirst(tasks).slice(0, perGroup),
  }));
  groups.sort(
    (a, b) => (b.tasks[0]?.elapsed ?? 0) - (a.tasks[0]?.elapsed ?? 0) || compare(a.environment, b.environment),
  );
  const running = groups.reduce((sum, { total }) => sum + total, 0);
  const shown = groups.reduce((sum, { tasks }) => sum + tasks.length, 0);
  return { running, groups, more: running > TASKS_WITHOUT_A_WORD ? running - shown : 0, errors, stale };
}

function detailOf({ created, cron_tasks: text }: CronRow): CronError['detail'] {
  if (created === null) return 'Never reported';
  return (text ?? '').trim() === '' ? 'The report contains no tasks' : 'The report cannot be read';
}

/** Parses the running tasks of a report; null when it is missing or malformed (C-045). */
export function readRunningTasks(text: string | null): { task: string; elapsed: number; elapsedText: string }[] | null {
  if (text === null || text.trim() === '') return null;
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const tasks = [];
  for (const entry of list as unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('task' in entry) || typeof entry.task !== 'string')
      return null;
    const elapsed = 'elapsed' in entry ? Number(entry.elapsed) : Number.NaN;
    if (!Number.isFinite(elapsed)) return null;
    const formatted =
      'elapsed_formatted' in entry && typeof entry.elapsed_formatted === 'string' ? entry.elapsed_formatted : '';
    tasks.push({
      task: entry.task,
      elapsed,
      elapsedText: formatted === '' ? clockText(Math.max(0, elapsed)) : formatted,
    });
  }
  return tasks;
}

function longestFirst(tasks: Running[]): Running[] {
  return tasks.sort((a, b) => b.elapsed - a.elapsed || compare(a.tenantName, b.tenantName) || compare(a.task, b.task));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
