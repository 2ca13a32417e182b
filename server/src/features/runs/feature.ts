import * as calls from '@mission-control/contract/runs/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Services } from '../../platform/context.ts';
import type { Feature, JobLimits } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { findSequence, noteSequence, startSequence } from './sequences.ts';
import { abortRun, getRun, listRunPage, releaseUnseenRun, tellRun } from './service.ts';
import { countRunning } from './queries.ts';
import { removeOldOutput } from './work/queries-output.ts';
import { readOutput } from './work/read-output.ts';

export const runFeature = {
  routes: [
    handle(calls.listRuns, (ctx, { query }) => listRunPage(ctx, query)),
    handle(calls.getRun, (ctx, { params }) => getRun(ctx, params.id)),
    handle(calls.readRunOutput, (ctx, { params, query }) => readOutput(ctx, params.id, query.from)),
    handle(calls.abortRun, (ctx, { params }) => abortRun(ctx, params.id)),
    handle(calls.startSequence, (ctx, { body }) => startSequence(ctx, body)),
    handle(calls.findSequence, (ctx, { query }) => findSequence(ctx, query)),
    handle(calls.noteSequence, (ctx, { params, body }) => noteSequence(ctx, params.key, body)),
    handle(calls.tellRun, (ctx, { params }) => tellRun(ctx, params.id)),
    handle(calls.releaseRun, (ctx, { params }) => releaseUnseenRun(ctx, params.id)),
  ],
  jobs: ({ db, clock }: Services, { runOutputDays }: Pick<JobLimits, 'runOutputDays'>): JobKind<object>[] => [
    {
      name: 'runs.purge-output',
      schedule: '11 4 * * *',
      run: async () => {
        const before = new Date(clock.now().getTime() - runOutputDays * DAY_MS);
        await removeOldOutput(db, before, `The output was removed after ${runOutputDays} days.\n`);
      },
    },
  ],
  metrics: [
    {
      name: 'runs',
      help: 'Running runs, and those among them that no process can see and that wait for a person.',
      label: 'state',
      read: async ({ db }) => new Map(Object.entries(await countRunning(db))),
    },
  ],
} satisfies Feature;
