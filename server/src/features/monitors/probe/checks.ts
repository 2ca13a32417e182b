import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import type { Ctx } from '../../../platform/context.ts';
import type { ProbeResult, ProbeTarget } from '../../../ports/probes.ts';
import { createAgenda } from './agenda.ts';
import type { Setup } from './checker.ts';
import { dueAfter } from './due-times.ts';
import { type Condition, judge, type Limits } from './judge.ts';
import type { CheckedMonitor, Ids } from '../queries-fleet.ts';
import type { Findings } from './queries-results.ts';
import { hourOf, packResults } from './results.ts';

/** With fewer monitors, simultaneous failures prove nothing. */
const MIN_MONITORS = 5;
/** A clock set back by more makes all due times too late. */
const MIN_CLOCK_STEP_BACK_MS = 1_000;

/** Distinguishes failures of many sites from a fault of the prober itself: its network, its DNS. */
interface FaultWatch {
  /** Records a check of a monitor believed to be online (failures of one known to be down carry no information). */
  note(id: number, at: number, ok: boolean): void;
  /** Since when over half of the checks in the last interval have failed; null if they have not. */
  faultySince(now: number): number | null;
}

/** Considers the last check of each monitor within one interval. Each check costs a step in a heap, however many monitors there are. */
export function createFaultWatch(): FaultWatch {
  const last = new Map<number, boolean>();
  const ends = createAgenda();
  let failures = 0;
  let since: number | null = null;
  let seenAt = 0;
  const drop = (id: number): void => {
    if (last.get(id) === false) failures -= 1;
    last.delete(id);
  };
  return {
    note(id, at, ok) {
      drop(id);
      last.set(id, ok);
      if (!ok) failures += 1;
      ends.put(id, at + CHECK_INTERVAL_MS + 1);
    },
    faultySince(now) {
      // The clock was set back: the ends are too late.
      if (now < seenAt - MIN_CLOCK_STEP_BACK_MS)
        for (const id of last.keys()) ends.put(id, now + CHECK_INTERVAL_MS + 1);
      seenAt = now;
      for (const { id } of ends.takeDue(now, Infinity)) drop(id);
      const faulty = last.size >= MIN_MONITORS && failures * 2 > last.size;
      since = faulty ? Math.min(since ?? now, now) : null;
      return since;
    },
  };
}

/** Maximum concurrent checks; the rest queue. */
const MAX_CONCURRENT = 1_000;
/** Allowance for a check to end after its time limit. */
const GRACE_MS = 500;
const LEASE_WAIT_MS = 200;

/** A monitor in memory. */
interface ScheduledMonitor {
  id: number;
  revision: number;
  host: string;
  /** The request to send. Monitors with equal settings share one object; the same applies to the limits. */
  request: Omit<ProbeTarget, 'host'>;
  limits: Limits;
  condition: Condition;
  /** A check was requested. */
  checkRequested: boolean;
}

/** What checks need from the process. */
export interface CheckServices extends Pick<Ctx, 'clock' | 'log'> {
  ports: Pick<Ctx['ports'], 'probes'>;
}

/** Called for each check that starts, with its delay in ms. */
export type OnStart = (id: number, lateMs: number) => void;

/** The checks of one worker: scheduled, running and finished. Driven by the given clock; no method blocks. */
export interface Checks {
  /** Sets the monitors and the end of the lease. */
  use(setup: Setup): void;
  /** Starts all due checks. Returns when to call again, in ms since 1970; null when idle. */
  runDue(): number | null;
  /** Returns and clears the findings. */
  drainFindings(): Findings[];
  state(): { lastCheck: Date | null; faultySince: Date | null };
}

/** @param onStart for measurements */
export function createChecks(ctx: CheckServices, onStart: OnStart = () => {}): Checks {
  const scheduled = new Map<number, ScheduledMonitor>();
  const running = new Set<number>();
  const nowMs = (): number => ctx.clock.now().getTime();
  const { agenda, schedule, adjust } = createSchedule(running, nowMs);
  const recorder = createResultRecorder(nowMs);
  let until = 0;

  function put(row: CheckedMonitor): void {
    const before = scheduled.get(row.id);
    const monitor = before?.revision === row.revision ? before : toScheduled(row);
    if (monitor !== before) recorder.forget(row.id);
    scheduled.set(row.id, monitor);
    monitor.checkRequested ||= isCheckRequested(row, monitor);
    if (monitor.checkRequested || !agenda.has(row.id)) schedule(monitor);
  }

  async function run(monitor: ScheduledMonitor): Promise<void> {
    const { id, checkRequested } = monitor;
    const at = ctx.clock.now();
    monitor.checkRequested = false;
    running.add(id);
    try {
      const result = await ctx.ports.probes.check({ ...monitor.request, host: monitor.host });
      // Ignores results of a monitor that was changed or deleted meanwhile.
      if (scheduled.get(id) === monitor) recorder.record(monitor, at, result, checkRequested);
    } catch (error) {
      ctx.log.error({ err: error, monitor: id }, 'a monitor could not be checked');
    } finally {
      running.delete(id);
      const next = scheduled.get(id);
      if (next) schedule(next, at);
    }
  }

  return {
    use({ until: end, change }) {
      until = end;
      if (change === null) return;
      const wanted = new Set(change.monitors.map(({ id }) => id));
      for (const id of idsAmong(scheduled, change.ids)) if (!wanted.has(id) && scheduled.delete(id)) agenda.drop(id);
      for (const row of change.monitors) put(row);
    },
    runDue() {
      const now = nowMs();
      adjust(scheduled.values());
      for (const { id, due } of agenda.takeDue(now, MAX_CONCURRENT - running.size)) {
        const monitor = scheduled.get(id);
        if (!monitor) continue;
        // A check that could outlast the lease waits for its renewal.
        if (now + monitor.request.timeoutMs + GRACE_MS > until) agenda.put(id, now + LEASE_WAIT_MS);
        else {
          onStart(id, now - due);
          void run(monitor);
        }
      }
      return agenda.nextAt();
    },
    drainFindings: recorder.drain,
    state: recorder.state,
  };
}

/** The due times of the monitors that are not being checked. */
function createSchedule(running: ReadonlySet<number>, nowMs: () => number) {
  const agenda = createAgenda();
  let lastRunAt = 0;
  const schedule = (monitor: ScheduledMonitor, last = monitor.condition.lastCheck): void => {
    if (!running.has(monitor.id)) agenda.put(monitor.id, dueOf(monitor, last, nowMs()));
  };
  return {
    agenda,
    schedule,
    /** Reschedules all monitors if the clock was set back since the last call. */
    adjust(all: Iterable<ScheduledMonitor>): void {
      const now = nowMs();
      if (now < lastRunAt - MIN_CLOCK_STEP_BACK_MS) for (const monitor of all) schedule(monitor);
      lastRunAt = now;
    },
  };
}

/** The ids in this set that may be scheduled. */
const idsAmong = (scheduled: ReadonlyMap<number, ScheduledMonitor>, ids: Ids): Iterable<number> =>
  'after' in ids ? scheduled.keys().filter((id) => id > ids.after && id <= ids.to) : ids;

/** Whether a check was requested after the last one began. */
const isCheckRequested = ({ askedAt }: CheckedMonitor, { condition: { lastCheck } }: ScheduledMonitor): boolean =>
  askedAt !== null && (lastCheck === null || lastCheck < askedAt);

/** When the next check is due; `last`: when the last one began. */
const dueOf = ({ id, checkRequested }: ScheduledMonitor, last: Date | null, now: number): number =>
  checkRequested ? now : dueAfter(id, last?.getTime() ?? null, now);

/** Findings of a worker, and whether it may be at fault itself. */
interface ResultRecorder extends Pick<Checks, 'state'> {
  /** Judges the result of a check that started at `at`, and updates the monitor's condition. `checkRequested`: screens are notified. */
  record(monitor: ScheduledMonitor, at: Date, result: ProbeResult, checkRequested: boolean): void;
  /** Drops the findings of a monitor. */
  forget(id: number): void;
  drain(): Findings[];
}

function createResultRecorder(nowMs: () => number): ResultRecorder {
  const watch = createFaultWatch();
  let found = new Map<number, Findings>();
  let lastCheck: number | null = null;
  return {
    record(monitor, at, result, checkRequested) {
      lastCheck = Math.max(Math.min(lastCheck ?? 0, nowMs()), at.getTime());
      if (result.ok || monitor.condition.status === 1) watch.note(monitor.id, at.getTime(), result.ok);
      // Ignore failures while the prober itself may be at fault.
      if (!result.ok && watch.faultySince(nowMs()) !== null) return;
      const findings = addFinding(found.get(monitor.id), monitor, at, result);
      findings.changed ||= checkRequested;
      monitor.condition = findings.condition;
      found.set(monitor.id, findings);
    },
    forget: (id) => found.delete(id),
    drain() {
      const drained = [...found.values()];
      found = new Map();
      return drained;
    },
    state() {
      const since = watch.faultySince(nowMs());
      return {
        lastCheck: lastCheck === null ? null : new Date(lastCheck),
        faultySince: since === null ? null : new Date(since),
      };
    },
  };
}

const pool = new Map<string, object>();
/** The pool is emptied at this size; objects in use stay valid. */
const MAX_POOLED = 10_000;

/** Returns the same object for equal ones: of hundreds of thousands of monitors, nearly all have equal settings. */
function pooled<Value extends object>(value: Value): Value {
  const key = JSON.stringify(value);
  if (pool.size >= MAX_POOLED) pool.clear();
  if (!pool.has(key)) pool.set(key, value);
  return pool.get(key) as Value;
}

function toScheduled({ id, revision, host, ...row }: CheckedMonitor): ScheduledMonitor {
  const { kind, port, path, expectedStatus, expectedText, timeoutMs } = row;
  const { failuresToDown, successesToUp, slowMs } = row;
  const { status, warningCount, slowBits, against, againstSince, lastOnline, lastOffline, lastCheck } = row;
  const { responseMs, lastResponse, lastError, certificateEnds } = row;
  return {
    id,
    revision,
    host,
    request: pooled({ kind, port, path, expectedStatus, expectedText, timeoutMs }),
    limits: pooled({ failuresToDown, successesToUp, slowMs }),
    checkRequested: false,
    condition: {
      status,
      warningCount,
      slowBits,
      against,
      againstSince,
      lastOnline,
      lastOffline,
      lastCheck,
      responseMs,
      lastResponse,
      lastError,
      certificateEnds,
    },
  };
}

/** Adds one check to the findings since the last write. */
export function addFinding(
  before: Findings | undefined,
  monitor: { id: number; revision: number; condition: Condition; limits: Limits },
  at: Date,
  result: ProbeResult,
): Findings {
  const { condition, began, ended, changed } = judge(monitor.condition, at, result, monitor.limits);
  const ms = Math.round(result.ms);
  const found = before ?? emptyFindings(monitor);
  found.condition = condition;
  found.checks += 1;
  found.failures += result.ok ? 0 : 1;
  found.ms += result.ok ? ms : 0;
  found.changed ||= changed;
  addRaw(found, at, packResults([{ at, ok: result.ok, ms }]).toString('hex'));
  addOutage(found, { began, ended, failing: !result.ok && condition.status === 0 });
  return found;
}

const emptyFindings = ({ id, revision, condition }: Pick<Findings, 'id' | 'revision' | 'condition'>): Findings => ({
  id,
  revision,
  condition,
  checks: 0,
  failures: 0,
  ms: 0,
  changed: false,
  raw: [],
  outage: { failures: 0, ended: null },
  began: [],
});

function addRaw(found: Findings, at: Date, data: string): void {
  const hour = hourOf(at);
  const last = found.raw.at(-1);
  if (last?.hour.getTime() === hour.getTime()) last.data += data;
  else found.raw.push({ hour, data });
}

type Step = { began: ReturnType<typeof judge>['began']; ended: Date | null; failing: boolean };

function addOutage(found: Findings, { began, ended, failing }: Step): void {
  // An outage that began since the last write is not stored yet.
  const newest = found.began.at(-1);
  const lasting = newest?.ended === null ? newest : found.outage;
  if (began) found.began.push({ ...began, ended: null });
  else if (failing) lasting.failures += 1;
  if (ended) lasting.ended = ended;
}
