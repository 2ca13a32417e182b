import type { RunOutcome } from '@mission-control/contract/runs/rules';
import type { Services } from '../../platform/context.ts';
import { perDatabase } from '../../platform/database/database.ts';
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
  active: Map<number, { controller: AbortController; done: Promise<RunEnd> }>;
  /** Clicks whose run is being started. */
  starting: Map<string, Promise<StartedRun>>;
  /** Set when the process stops: no further runs are started. */
  stopping: boolean;
}

/** Why the runs of a stopping process end. */
export const STOPPED = 'The console was stopped.';

/** By process, since tests have several. */
const runsOf = perDatabase(() => new Map<string, ProcessRuns>());

export function processRuns({ db, processId }: Services): ProcessRuns {
  const all = runsOf(db);
  const ours: ProcessRuns = all.get(processId) ?? { active: new Map(), starting: new Map(), stopping: false };
  all.set(processId, ours);
  return ours;
}

/** Rejects what would not end before the process does. @throws AppError('unavailable') while the process stops */
export function rejectWhileStopping(services: Services): void {
  if (processRuns(services).stopping)
    throw new AppError('unavailable', 'The console is shutting down. Try again in a moment.');
}
