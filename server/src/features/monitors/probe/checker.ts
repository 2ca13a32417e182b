import type { ToCheck } from '../queries-fleet.ts';
import { ALL_IDS } from '../../../platform/database/id-ranges.ts';
import { createChecks, type Checks, type CheckServices, type OnStart } from './checks.ts';
import type { Findings } from './queries-results.ts';

/** The current assignment of a worker. */
export interface Setup {
  /** Nothing may run after this time, in ms since 1970: from then on other workers may check. */
  until: number;
  /** Assigned monitors in a set of ids; they replace the scheduled monitors with those ids. Null: no change. */
  change: ToCheck | null;
}

/** Whether the setup is the first part of all monitors. */
export const beginsAll = ({ change }: Setup): boolean =>
  change !== null && 'after' in change.ids && change.ids.after === ALL_IDS.after;

/** Checks monitors when they are due. */
export interface Checker {
  use(setup: Setup): void;
  /** Returns and clears the findings. */
  drainFindings(): Promise<Findings[]>;
  /** `isEmpty`: it needs all monitors. */
  state(): ReturnType<Checks['state']> & { isEmpty: boolean };
  /** Starts no more checks. `drainFindings` still works. */
  stop(): void;
  /** Releases everything. */
  close(): Promise<void>;
}

const MAX_PAUSE_MS = 500;
const MIN_PAUSE_MS = 2;

/** A checker in this thread. @param onStart for measurements */
export function createChecker(ctx: CheckServices, onStart?: OnStart): Checker {
  const checks = createChecks(ctx, onStart);
  let isEmpty = true;
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const next = checks.runDue() ?? Infinity;
    timer = setTimeout(turn, Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, next - ctx.clock.now().getTime())));
  };
  turn();
  return {
    use(setup) {
      checks.use(setup);
      if (beginsAll(setup)) isEmpty = false;
    },
    drainFindings: async () => checks.drainFindings(),
    state: () => ({ ...checks.state(), isEmpty }),
    stop: () => clearTimeout(timer),
    close: async () => clearTimeout(timer),
  };
}
