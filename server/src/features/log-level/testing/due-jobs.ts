import type { Services } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { logLevelJobs } from '../jobs.ts';

/** Runs the sent jobs of the log level that are due by the test's clock, and what these send, as a worker would. */
export async function runDueJobs(t: TestCtx, services: Services = t): Promise<void> {
  const kinds = logLevelJobs(services);
  for (let round = 0; round < 10; round += 1) {
    const due = t.sent.filter(({ at }) => !at || at <= t.clock.now());
    if (due.length === 0) return;
    t.sent.splice(0, t.sent.length, ...t.sent.filter((job) => !due.includes(job)));
    for (const job of due) await kinds.find((kind) => kind.name === job.name)?.run(job.data);
  }
  throw new Error('The jobs send each other for ever.');
}

/** What a worker does when it starts. */
export async function startWorker(services: Services): Promise<void> {
  for (const kind of logLevelJobs(services)) if (kind.atStart) await kind.run({});
}
