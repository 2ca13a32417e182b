import * as calls from '@mission-control/contract/bulk/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { previewBulk, previewBulkFile } from './preview-bulk.ts';
import { getBulk, listBulkPage, listBulkRows, startBulk, controlBulk, WORK_JOB, type WorkJob } from './start-bulk.ts';
import { processBulk, sweepBulk } from './work-bulk.ts';

export const bulkFeature = {
  routes: [
    handle(calls.previewBulk, (ctx, { body }) => previewBulk(ctx, body)),
    handle(calls.previewBulkFile, (ctx, { body }) => previewBulkFile(ctx, body)),
    handle(calls.startBulk, startBulk),
    handle(calls.listBulk, (ctx, { query }) => listBulkPage(ctx, query)),
    handle(calls.getBulk, (ctx, { params }) => getBulk(ctx, params.id)),
    handle(calls.listBulkRows, (ctx, { params }) => listBulkRows(ctx, params.id)),
    handle(calls.controlBulk, controlBulk),
  ],
  jobs: (services): JobKind<object>[] => {
    const work: JobKind<WorkJob> = { name: WORK_JOB, timed: true, run: ({ id }) => processBulk(services, id) };
    return [work, { name: 'bulk.sweep', atStart: true, schedule: '* * * * *', run: () => sweepBulk(services) }];
  },
} satisfies Feature;
