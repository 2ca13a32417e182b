import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { idInAddress, idParams } from '../id.ts';
import { branding, brandingForm, brandingRevisions, emailForm, regenerateBody } from './schema.ts';

/** Result of a generation: its run, and one warning for each part it omitted or replaced. */
const generated = { run_id: z.int(), warnings: z.array(z.string()) };

export const listActiveBrandings = defineCall({
  name: 'listActiveBrandings',
  method: 'GET',
  path: '/api/tenant/homeportal2/brandings/active-tenants',
  access: 'viewer',
  topics: () => [TOPIC.tenants, TOPIC.brandings],
  throttleMs: 1_000,
  summary: 'The ids of active tenants with HomePortal2 and a saved branding, ordered by tenant name (C-041).',
  response: z.object({ tenants: z.array(z.int()) }),
});

export const getBranding = defineCall({
  name: 'getBranding',
  method: 'GET',
  path: '/api/tenant/{id}/homeportal2/branding',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary:
    'The saved branding; 404 when none was saved and the defaults apply. `branch`: the branch it was last generated from. `revisions`: the revision of each tab, to send with a save of that tab.',
  params: idParams,
  response: z.object({ data: branding, branch: z.string().nullable(), revisions: brandingRevisions }),
});

export const saveBranding = defineCall({
  name: 'saveBranding',
  method: 'POST',
  path: '/api/tenant/{id}/homeportal2/branding',
  access: 'operator',
  form: true,
  bodyLimit: 3_145_728,
  summary:
    'Saves colours, logo and content, and generates the published files from the branch; responds once that has finished. With `revision`: 409 if they were saved since.',
  startsRun: true,
  params: idParams,
  body: brandingForm,
  response: z.object({ logoUrl: z.string(), ...generated }),
});

export const saveEmailSettings = defineCall({
  name: 'saveEmailSettings',
  method: 'POST',
  path: '/api/tenant/{id}/homeportal2/email',
  access: 'operator',
  timeoutMs: 60_000,
  form: true,
  bodyLimit: 3_145_728,
  summary:
    'Saves the e-mail settings; a new logo replaces the address in the header. With `revision`: 409 if they were saved since.',
  params: idParams,
  body: emailForm,
  response: z.object({ emailLogoUrl: z.string(), revision: z.string() }),
});

export const regenerateBranding = defineCall({
  name: 'regenerateBranding',
  method: 'POST',
  path: '/api/tenant/{tenant}/homeportal2/branding/regenerate',
  access: 'operator',
  summary: 'Regenerates the published files of one tenant from a branch; responds once that has finished.',
  startsRun: true,
  params: z.object({ tenant: idInAddress }),
  body: regenerateBody,
  response: z.object(generated),
});
