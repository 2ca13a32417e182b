import type { CronTask } from '@mission-control/contract/cron/schema';
import { createDice, DAY_MS, MINUTE_MS } from '../random.ts';
import { CRON_PLAN, DAY, type PlannedTask } from './cron-plan.ts';

/**
 * `silent` never reports, `garbled` reports running tasks as invalid JSON, `stuck` has a hanging task, `hasty` one that ends immediately
 * without doing its work, `idle` does not start tasks that are due.
 */
export type CronMood = 'well' | 'silent' | 'garbled' | 'stuck' | 'hasty' | 'idle';

/** Deterministic by name; a mood at the end of the name selects it. */
export function cronMoodOf(tenant: string): CronMood {
  const asked = (['silent', 'garbled', 'stuck', 'hasty', 'idle'] as const).find((mood) =>
    tenant.toLowerCase().endsWith(` ${mood}`),
  );
  return (
    asked ??
    createDice(1, `cron mood ${tenant}`).weigh([
      ['well', 84],
      ['hasty', 2],
      ['idle', 2],
      ['stuck', 5],
      ['silent', 4],
      ['garbled', 3],
    ] as const)
  );
}

interface Run {
  start: number;
  seconds: number;
  failed: boolean;
}

/** Cron report of a tenant; null when it never reports. @param maxLogs maximum log entries per task */
export function cronStateOf(tenant: string, now: number, maxLogs: number) {
  const mood = cronMoodOf(tenant);
  if (mood === 'silent') return null;
  const hanging = mood === 'stuck' ? hangingOf(tenant, now) : null;
  const running: { task: string; elapsed: number; elapsed_formatted: string }[] = [];
  const tasks = CRON_PLAN.map((plan) => {
    const runs = runsOf(tenant, plan, now)
      .filter(({ start }) => mood !== 'idle' || plan.at === undefined || now - start > IDLE_MS)
      .map((run) => (mood === 'hasty' && isHasty(plan, run, now) ? { ...run, seconds: run.seconds / 100 } : run));
    const since = hanging?.plan === plan ? hanging.since : null;
    const live = since ?? runs.find((run) => run.start + run.seconds * 1000 > now)?.start ?? null;
    if (live !== null) {
      const elapsed = Math.round((now - live) / 1000);
      running.push({ task: plan.name, elapsed, elapsed_formatted: clock(elapsed) });
    }
    const ended = runs.filter((run) => run.start + run.seconds * 1000 <= now && (since === null || run.start < since));
    return taskOf(plan, ended, live, now, maxLogs);
  });
  const text = JSON.stringify(running);
  return { cron_tasks: mood === 'garbled' ? `${text.slice(0, -1)}{"task":"purge_se` : text, tasks };
}

/** The hanging task and its start on the previous day, so that its duration grows with each report. */
function hangingOf(tenant: string, now: number): { plan: PlannedTask; since: number } {
  const dice = createDice(1, `hangs ${tenant}`);
  const plan = dice.pick(CRON_PLAN.filter(({ seconds }) => seconds > 200));
  return { plan, since: now - (now % DAY_MS) - dice.int(5 * 3600, 9 * 3600) * 1000 };
}

const IDLE_MS = 150 * MINUTE_MS;
const HASTY_MS = 90 * MINUTE_MS;

const isHasty = (plan: PlannedTask, { start, failed }: Run, now: number): boolean =>
  plan.name === 'waiting_list' && !failed && now - start < HASTY_MS;

/** Runs started in the last 24 hours, newest first; deterministic. */
function runsOf(tenant: string, plan: PlannedTask, now: number): Run[] {
  const period = plan.every * MINUTE_MS;
  const drawn = createDice(1, `offset ${tenant} ${plan.name}`).int(0, period - 1);
  const offset = plan.at === undefined ? drawn : plan.at * MINUTE_MS;
  const runs: Run[] = [];
  for (let number = Math.floor((now - offset) / period); number * period + offset > now - DAY_MS; number -= 1) {
    const dice = createDice(number, `run ${tenant} ${plan.name}`);
    const seconds = Math.round(plan.seconds * (0.3 + 1.6 * dice.next() ** 2) * 1000) / 1000;
    runs.push({ start: number * period + offset, seconds, failed: dice.chance(plan.failing) });
  }
  return runs;
}

function taskOf(plan: PlannedTask, ended: Run[], live: number | null, now: number, maxLogs: number): CronTask {
  const [last] = ended;
  const { between, condition, chain } = plan;
  return {
    group: { name: plan.group },
    taskName: plan.name,
    restrictions: {
      time: plan.type === 'delay' ? { type: plan.type, minimum: plan.every } : { type: plan.type },
      run: between ? { notBefore: between[0], notAfter: between[1] } : null,
      conditional: condition ? { variable: condition[0], is: condition[1] } : null,
    },
    ...(plan.at === undefined
      ? null
      : {
          schedule: { cron: `${plan.at % 60} ${plan.every < DAY ? '*' : Math.floor(plan.at / 60)} * * *`, zone: 'UTC' },
        }),
    execution: { chain: chain ? { frequency: chain[0], order: chain[1] } : null },
    state: {
      status_text: live === null ? (last?.failed ? 'Failed' : 'Waiting') : 'Running',
      finished_fuzzy: last ? ago(now - last.start - last.seconds * 1000) : 'never',
    },
    logs: ended.slice(0, maxLogs).map(({ start, seconds, failed }) => ({
      context: { status: failed ? (seconds > plan.seconds ? 'task_dead' : 'task_fail') : 'task_end' },
      message: failed ? plan.fails : plan.says,
      e2e: { task_duration_in_seconds: seconds },
      datetime: new Date(start + seconds * 1000).toISOString(),
    })),
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');

function ago(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  const hours = Math.floor(minutes / 60);
  return `${hours} hour${hours === 1 ? '' : 's'} ago`;
}
