import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantParams } from '../tenants/schema.ts';
import { branding, brandingForm, brandingRevisions, emailForm, regenerateBody } from './schema.ts';

/** How a generation ended: its run, and what it left out or replaced, one sentence each. */
const generated = { run_id: z.int(), warnings: z.array(z.string()) };

export const listActiveBrandings = defineCall({
  name: 'listActiveBrandings',
  method: 'GET',
  path: '/api/tenant/homeportal2/brandings/active-tenants',
  access: 'viewer',
  summary: 'The ids of active tenants with HomePortal2 whose branding was saved, by name of the tenant (C-041).',
  answer: z.object({ tenants: z.array(z.int()) }),
});

export const getBranding = defineCall({
  name: 'getBranding',
  method: 'GET',
  path: '/api/tenant/{id}/homeportal2/branding',
  access: 'viewer',
  summary:
    'The saved branding; 404 when none was saved: the defaults are in use. `branch`: what it was last generated from. `revisions`: of each tab, to be sent with a save of it.',
  params: tenantParams,
  answer: z.object({ data: branding, branch: z.string().nullable(), revisions: brandingRevisions }),
});

export const saveBranding = defineCall({
  name: 'saveBranding',
  method: 'POST',
  path: '/api/tenant/{id}/homeportal2/branding',
  access: 'operator',
  form: true,
  bodyLimit: 3_145_728,
  summary:
    'Saves colours, logo and content, and generates the published files of the branch; answers when that has ended. With `revision`: 409 when somebody else has saved another one since.',
  startsRun: true,
  params: tenantParams,
  body: brandingForm,
  answer: z.object({ logoUrl: z.string(), ...generated }),
});

export const saveEmailSettings = defineCall({
  name: 'saveEmailSettings',
  method: 'POST',
  path: '/api/tenant/{id}/homeportal2/email',
  access: 'operator',
  form: true,
  bodyLimit: 3_145_728,
  summary:
    'Saves the e-mail settings; a new logo replaces the address in the header. With `revision`: 409 when somebody else has saved others since.',
  params: tenantParams,
  body: emailForm,
  answer: z.object({ emailLogoUrl: z.string(), revision: z.string() }),
});

export const regenerateBranding = defineCall({
  name: 'regenerateBranding',
  method: 'POST',
  path: '/api/tenant/{tenant}/homeportal2/branding/regenerate',
  access: 'operator',
  summary: 'Generates the published files of one tenant again from a branch; answers when that has ended.',
  startsRun: true,
  params: z.object({ tenant: tenantParams.shape.id }),
  body: regenerateBody,
  answer: z.object(generated),
});

export const brandingCalls = [listActiveBrandings, getBranding, saveBranding, saveEmailSettings, regenerateBranding];
