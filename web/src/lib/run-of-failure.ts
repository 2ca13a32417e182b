import { ApiError } from './api-error.ts';

/** The run that a failure is about: the one that failed, or the one that holds what was wanted; null without one. */
export function runOfFailure(error: unknown): number | null {
  const details = error instanceof ApiError ? error.details : null;
  const isAboutRun = typeof details === 'object' && details !== null && 'run_id' in details;
  return isAboutRun && typeof details.run_id === 'number' ? details.run_id : null;
}
