export { listLocks } from './queries.ts';
export { recoverRuns, watchRuns } from './recover-runs.ts';
export { keyOf } from './run-key.ts';
export type { RunWork } from './run-work.ts';
export { outputOf, startRun } from './start-run.ts';
export { runs } from './tables.ts';
