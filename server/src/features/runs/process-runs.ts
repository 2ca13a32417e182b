import type { RunOutcome } from '@mission-control/contract/runs/rules';
import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';

/** How a run ended. */
export interface RunEnd {
  id: number;
  outcome: RunOutcome;
  /** Why it failed. */
  error: string | null;
  /** The complete output. */
  output: string;
  startedAt: Date;
  endedAt: Date;
}

/** A run started by this request, or by an earlier one of the same click. */
export interface StartedRun {
  id: number;
  /** Resolves when the run has ended, successfully or not; rejects when the database is unavailable or the process stops. */
  readonly done: Promise<RunEnd>;
}

/** Abort reason, with the message for its row. */
export class RunAborted extends Error {
  override readonly name = 'RunAborted';
}

/** The run now belongs to another process, or has ended. */
export class RunLost extends AppError {
  constructor() {
    super('conflict', 'This run was given up by another process of the console.');
  }
}

/** The runs of this process. */
export interface ProcessRuns {
  /** Identifies the process as the owner of its runs. */
  owner: string;
  active: Map<number, { controller: AbortController; done: Promise<RunEnd> }>;
  /** Clicks whose run is being started. */
  starting: Map<string, Promise<StartedRun>>;
  /** Set when the process stops: no further runs are started. */
  stopping: boolean;
}

/** Why the runs of a stopping process end. */
export const STOPPED = 'The console was stopped.';

const processes = new WeakMap<Database, Map<string, ProcessRuns>>();

export function processRuns({ db, processId }: Services): ProcessRuns {
  const here = processes.get(db) ?? new Map<string, ProcessRuns>();
  processes.set(db, here);
  const known = here.get(processId);
  if (known) return known;
  const made: ProcessRuns = { owner: processId, active: new Map(), starting: new Map(), stopping: false };
  here.set(processId, made);
  return made;
}

/** Rejects what would not end before the process does. @throws AppError('unavailable') while the process stops */
export function rejectWhileStopping(services: Services): void {
  if (processRuns(services).stopping)
    throw new AppError('unavailable', 'The console is shutting down. Try again in a moment.');
}
