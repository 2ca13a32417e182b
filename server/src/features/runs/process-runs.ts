import type { RunOutcome } from '@mission-control/contract/runs/kinds';
import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';

/** How a run ended. */
export interface RunEnd {
  id: number;
  outcome: RunOutcome;
  /** Why it did not succeed. */
  error: string | null;
  /** All of its output. */
  output: string;
  startedAt: Date;
  endedAt: Date;
}

/** A run that was started, by this click or by the same one before. */
export interface StartedRun {
  id: number;
  /** Resolves when the run has ended, however it did; rejects only when the database does not answer any more. */
  done: Promise<RunEnd>;
}

/** The runs of this process. */
export interface ProcessRuns {
  /** Names the process in the rows of its runs. */
  owner: string;
  active: Map<number, { controller: AbortController; done: Promise<RunEnd> }>;
  /** Clicks whose run is being started. */
  starting: Map<string, Promise<StartedRun>>;
  /** Set when the process stops: nothing is started any more. */
  stopping: boolean;
}

const processes = new WeakMap<Database, Map<string, ProcessRuns>>();

/** Those of this process. */
export function processRuns({ db, processId }: Services): ProcessRuns {
  const here = processes.get(db) ?? new Map<string, ProcessRuns>();
  processes.set(db, here);
  const known = here.get(processId);
  if (known) return known;
  const made: ProcessRuns = { owner: processId, active: new Map(), starting: new Map(), stopping: false };
  here.set(processId, made);
  return made;
}
