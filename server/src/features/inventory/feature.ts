import * as calls from '@mission-control/contract/inventory/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { handleRun } from '../runs/public.ts';
import { checkUpload, planUpload, startApply } from './serve-inventory.ts';

export const inventoryFeature = {
  routes: [
    handle(calls.checkInventory, (_ctx, { body }) => checkUpload(body.file)),
    handle(calls.planInventory, (ctx, { body }) => planUpload(ctx, body.file)),
    handleRun(calls.applyInventory, {
      start: (ctx, { body }, click) => startApply(ctx, body, click),
      answer: ({ id, output }) => ({ output, run_id: id }),
    }),
  ],
} satisfies Feature;
