import * as calls from '@mission-control/contract/branding/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { handleRun } from '../runs/public.ts';
import { generateBranding, toGenerated } from './generate-branding.ts';
import { getBranding, listActiveBrandings, savedLogo } from './get-branding.ts';
import { asNotGenerated, saveBranding } from './save-branding.ts';
import { saveEmailSettings } from './save-email.ts';

export const brandingFeature = {
  routes: [
    handle(calls.listActiveBrandings, (ctx) => listActiveBrandings(ctx)),
    handle(calls.getBranding, (ctx, { params }) => getBranding(ctx, params.id)),
    handleRun(calls.saveBranding, {
      start: (ctx, { params, body }, click) => saveBranding(ctx, params.id, body, click),
      answer: async (end, ctx, { params }) => ({ logoUrl: await savedLogo(ctx, params.id), ...toGenerated(end) }),
      failure: asNotGenerated,
    }),
    handle(calls.saveEmailSettings, (ctx, { params, body }) => saveEmailSettings(ctx, params.id, body)),
    handleRun(calls.regenerateBranding, {
      start: (ctx, { params, body }, click) => generateBranding(ctx, { tenantId: params.tenant, ...body, click }),
      answer: toGenerated,
    }),
  ],
} satisfies Feature;
