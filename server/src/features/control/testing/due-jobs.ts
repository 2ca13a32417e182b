import type { Services } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { controlFeature } from '../feature.ts';

/** Runs due log level jobs (by the test's clock) and the jobs they send, as a worker would. */
export async function runDueJobs(t: TestCtx, services: Services = t): Promise<void> {
  const kinds = controlFeature.jobs(services);
  for (let round = 0; round < 10; round += 1) {
    const due = t.sent.filter(({ at }) => !at || at <= t.clock.now());
    if (due.length === 0) return;
    t.sent.splice(0, t.sent.length, ...t.sent.filter((job) => !due.includes(job)));
    for (const job of due) await kinds.find((kind) => kind.name === job.name)?.run(job.data);
  }
  throw new Error('The jobs keep sending each other forever.');
}

/** Runs the start jobs of a worker. */
export async function startWorker(services: Services): Promise<void> {
  for (const kind of controlFeature.jobs(services)) if (kind.atStart) await kind.run({});
}

/** The CoursePro control file of a new tenant, with `facts` changed. */
export function controlText(tenant: number, facts: object): string {
  const file = {
    tenant,
    service: 'coursepro',
    hosts: [],
    active: true,
    cron: true,
    maintenance: false,
    deployment_group: 'production',
    log_level: 'INFO',
    ends: {},
    ...facts,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
