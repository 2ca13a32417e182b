export { findRuns, isRunning, listLocks } from './queries.ts';
export { recoverRuns, watchRuns } from './recover-runs.ts';
export type { Click } from './work/click.ts';
export { handleRun } from './handle-run.ts';
export type { StartedRun } from './process-runs.ts';
export { importRuns } from './queries-past.ts';
export type { RunWork } from './work/run-work.ts';
export { hasRun, outputOf, startRun } from './start-run.ts';
export { runs } from './tables.ts';
