import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idInAddress } from '../id.ts';
import { TOPIC } from '../topics.ts';
import { windowInput, windowPreview, windowRow } from './schema.ts';

const params = z.object({ id: idInAddress });

/** The `updated_at` that the save was made from: 409 when somebody else has saved since. Without it, the last save wins. */
const known = z.strictObject({ known: z.iso.datetime().optional() });

export const listWindows = defineCall({
  name: 'listWindows',
  method: 'GET',
  path: '/api/window',
  access: 'viewer',
  topics: () => [TOPIC.windows],
  throttleMs: 1_000,
  summary: 'The maintenance windows: those that are on, then those to come, then those that are over.',
  answer: z.object({ windows: z.array(windowRow) }),
});

export const addWindow = defineCall({
  name: 'addWindow',
  method: 'POST',
  path: '/api/window',
  access: 'admin',
  summary: 'Adds a maintenance window, once or by a calendar rule. What is in it sends no alerts and counts apart.',
  body: windowInput,
  status: 201,
  answer: windowRow,
});

export const saveWindow = defineCall({
  name: 'saveWindow',
  method: 'PUT',
  path: '/api/window/{id}',
  access: 'admin',
  summary:
    'Replaces a window from its next time on; one that is on once may be named anew, made longer or shorter. With `known`, the `updated_at` that was read: 409 when somebody else has saved since.',
  params,
  query: known,
  body: windowInput,
  answer: windowRow,
});

export const endWindow = defineCall({
  name: 'endWindow',
  method: 'POST',
  path: '/api/window/{id}/end',
  access: 'admin',
  summary: 'Ends a window that is on; it returns by its rule. 409 when it is not on.',
  params,
  answer: windowRow,
});

export const deleteWindow = defineCall({
  name: 'deleteWindow',
  method: 'DELETE',
  path: '/api/window/{id}',
  access: 'admin',
  summary: 'Deletes a window; one that is on ends. What was counted apart stays so.',
  params,
  answer: z.object({}),
});

export const previewWindow = defineCall({
  name: 'previewWindow',
  method: 'POST',
  path: '/api/window/preview',
  access: 'admin',
  summary: 'When a window would be on next, and what would be in it. Stores nothing.',
  body: windowInput,
  answer: windowPreview,
});
