import type { Ctx } from '../../platform/context.ts';
import { isRunning, listLocks } from '../runs/public.ts';

/** Removes the folders of builds whose console was killed. */
export const CLEAR_WORK_JOB = 'releases.clear-work';

/** Folder name of a build; the run id later tells whether it is still running. */
export const workplaceOf = (runId: number): string => `run-${runId}`;

/** Removes the folders of ended builds. */
export function clearWork(ctx: Ctx): Promise<void> {
  return ctx.ports.releaseFiles.dropWorkplaces(async (name) => {
    const id = /^run-(\d{1,9})$/.exec(name)?.[1];
    if (id !== undefined) return isRunning(ctx.db, Number(id));
    // Older versions named them after the built service.
    return (await listLocks(ctx.db, 'release:')).length > 0;
  });
}
