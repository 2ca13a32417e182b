import * as calls from '@mission-control/contract/branding/calls';
import { handle } from '../../platform/calls/handler.ts';
import { keyOf } from '../runs/public.ts';
import { generateBranding } from './generate-branding.ts';
import { getBranding, listActiveBrandings } from './get-branding.ts';
import { saveBranding } from './save-branding.ts';
import { saveEmailSettings } from './save-email.ts';

export const brandingRoutes = [
  handle(calls.listActiveBrandings, (ctx) => listActiveBrandings(ctx)),
  handle(calls.getBranding, (ctx, { params }) => getBranding(ctx, params.id)),
  handle(calls.saveBranding, (ctx, { params, body }, http) => saveBranding(ctx, params.id, body, keyOf(http))),
  handle(calls.saveEmailSettings, (ctx, { params, body }) => saveEmailSettings(ctx, params.id, body)),
  handle(calls.regenerateBranding, (ctx, { params, body }, http) =>
    generateBranding(ctx, { tenantId: params.tenant, ...body, key: keyOf(http) }),
  ),
];
