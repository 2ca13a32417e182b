import type { Ctx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { configFeature } from '../feature.ts';

/** Runs the sent jobs like a worker, oldest first; failed jobs stay queued. */
export async function runConfigJobs(t: TestCtx, ctx: Ctx): Promise<void> {
  const kinds = configFeature.jobs(ctx);
  for (const job of t.sent.splice(0)) {
    try {
      await kinds.find(({ name }) => name === job.name)?.run(job.data);
    } catch {
      t.sent.push(job);
    }
  }
}
