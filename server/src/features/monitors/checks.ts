import type { Ctx } from '../../platform/context.ts';
import type { ProbeResult, ProbeTarget } from '../../ports/probes/port.ts';
import { createAgenda } from './agenda.ts';
import { dueAfter } from './due-times.ts';
import { addFinding } from './findings.ts';
import type { Condition } from './judge.ts';
import { createFaultWatch } from './prober-fault.ts';
import type { CheckedMonitor } from './queries-fleet.ts';
import type { Findings } from './queries-results.ts';

/** So many checks at a time; more wait for their turn. */
const MOST_AT_ONCE = 1_000;
/** A check may need so much longer than its time limit to end. */
const GRACE_MS = 500;
const LEASE_WAIT_MS = 200;

/** A monitor as it is held in memory. */
interface Held {
  id: number;
  revision: number;
  target: ProbeTarget;
  condition: Condition;
}

/** Told of each check that begins, how many ms after its time. */
export type OnStart = (id: number, lateMs: number) => void;

/** The checks of one worker: what is due, what runs, what was found. Its time is the clock's; nothing in it waits. */
export interface Checks {
  /** From now on these monitors, until then; null monitors stay those that they were. */
  use(setup: { until: number; monitors: readonly CheckedMonitor[] | null }): void;
  /** Begins everything that is due. Answers when to come again, in ms since 1970; null with nothing to do. */
  runDue(): number | null;
  /** What was found since the last time. */
  takeFound(): Findings[];
  state(): { lastCheck: Date | null; faultySince: Date | null };
}

/** @param onStart for measuring */
export function createChecks(ctx: Ctx, onStart: OnStart = () => {}): Checks {
  const agenda = createAgenda();
  const held = new Map<number, Held>();
  const running = new Set<number>();
  const nowMs = (): number => ctx.clock.now().getTime();
  const notebook = createNotebook(nowMs);
  let until = 0;

  function hold(row: CheckedMonitor): void {
    const before = held.get(row.id);
    if (before?.revision === row.revision) return;
    held.set(row.id, heldOf(row));
    notebook.forget(row.id);
    if (!running.has(row.id) && !agenda.has(row.id))
      agenda.put(row.id, dueAfter(row.id, row.lastCheck?.getTime() ?? null, nowMs()));
  }

  async function run(monitor: Held): Promise<void> {
    const { id } = monitor;
    const at = ctx.clock.now();
    running.add(id);
    try {
      const result = await ctx.ports.probes.check(monitor.target);
      // A monitor that was changed or deleted meanwhile is not the one that was checked.
      if (held.get(id) === monitor) notebook.note(monitor, at, result);
    } catch (error) {
      ctx.log.error({ err: error, monitor: id }, 'a monitor could not be checked');
    } finally {
      running.delete(id);
      if (held.has(id)) agenda.put(id, dueAfter(id, at.getTime(), nowMs()));
    }
  }

  return {
    use(setup) {
      until = setup.until;
      if (setup.monitors === null) return;
      const wanted = new Set(setup.monitors.map(({ id }) => id));
      for (const id of held.keys()) if (!wanted.has(id) && held.delete(id)) agenda.drop(id);
      for (const row of setup.monitors) hold(row);
    },
    runDue() {
      const now = nowMs();
      for (const { id, due } of agenda.takeDue(now, MOST_AT_ONCE - running.size)) {
        const monitor = held.get(id);
        if (!monitor) continue;
        // A check that could outlast the lease waits for its renewal.
        if (now + monitor.target.timeoutMs + GRACE_MS > until) agenda.put(id, now + LEASE_WAIT_MS);
        else {
          onStart(id, now - due);
          void run(monitor);
        }
      }
      return agenda.nextAt();
    },
    takeFound: notebook.take,
    state: notebook.state,
  };
}

/** What the checks of a worker found, and whether the fault may be its own. */
interface Notebook extends Pick<Checks, 'state'> {
  /** Judges the result of a check that began then; the monitor is in the new condition afterwards. */
  note(monitor: Held, at: Date, result: ProbeResult): void;
  /** Drops what was found of a monitor. */
  forget(id: number): void;
  take(): Findings[];
}

function createNotebook(nowMs: () => number): Notebook {
  const watch = createFaultWatch();
  let found = new Map<number, Findings>();
  let lastCheck: number | null = null;
  return {
    note(monitor, at, result) {
      lastCheck = Math.max(lastCheck ?? 0, at.getTime());
      if (result.ok || monitor.condition.status === 1) watch.note(monitor.id, at.getTime(), result.ok);
      // While the fault may be the prober's own, its failures are nobody's.
      if (!result.ok && watch.faultySince(nowMs()) !== null) return;
      const findings = addFinding(found.get(monitor.id), monitor, at, result);
      monitor.condition = findings.condition;
      found.set(monitor.id, findings);
    },
    forget: (id) => found.delete(id),
    take() {
      const taken = [...found.values()];
      found = new Map();
      return taken;
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

function heldOf({ id, revision, kind, host, port, expectedStatus, timeoutMs, ...row }: CheckedMonitor): Held {
  const { status, warningCount, slowBits, against, againstSince, lastOnline, lastOffline, lastCheck } = row;
  const { responseMs, lastResponse, lastError, certificateEnds } = row;
  return {
    id,
    revision,
    target: { kind, host, port, expectedStatus, timeoutMs },
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
