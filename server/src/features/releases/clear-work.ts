import type { Ctx } from '../../platform/context.ts';
import { isRunning, listLocks } from '../runs/public.ts';

/** Takes away the folders of builds whose console was killed. */
export const CLEAR_WORK_JOB = 'releases.clear-work';

/** The folder of a build; its number tells later whether it still runs. */
export const workplaceOf = (runId: number): string => `run-${runId}`;

/** Takes away the folders in which nobody builds any more. */
export function clearWork(ctx: Ctx): Promise<void> {
  return ctx.ports.releaseFiles.dropWorkplaces(async (name) => {
    const id = /^run-(\d{1,9})$/.exec(name)?.[1];
    if (id !== undefined) return isRunning(ctx.db, Number(id));
    // Older consoles named them after what is built.
    return (await listLocks(ctx.db, 'release:')).length > 0;
  });
}
