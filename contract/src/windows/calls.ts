import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idParams, knownQuery } from '../id.ts';
import { TOPIC } from '../topics.ts';
import { windowInput, windowPreview, windowRow } from './schema.ts';

export const listWindows = defineCall({
  name: 'listWindows',
  method: 'GET',
  path: '/api/window',
  access: 'viewer',
  topics: () => [TOPIC.windows],
  throttleMs: 1_000,
  summary: 'The maintenance windows: active ones first, then upcoming ones, then past ones.',
  response: z.object({ windows: z.array(windowRow) }),
});

export const addWindow = defineCall({
  name: 'addWindow',
  method: 'POST',
  path: '/api/window',
  access: 'admin',
  summary:
    'Adds a maintenance window, once or by a calendar rule. Alerts are suppressed for everything in it, and its time counts separately.',
  body: windowInput,
  status: 201,
  response: windowRow,
});

export const saveWindow = defineCall({
  name: 'saveWindow',
  method: 'PUT',
  path: '/api/window/{id}',
  access: 'admin',
  summary:
    'Replaces a window from its next occurrence on; an active one-off window may only be renamed, extended or shortened. With `known`, the `updated_at` that was read: 409 if it was saved since.',
  params: idParams,
  query: knownQuery,
  body: windowInput,
  response: windowRow,
});

export const endWindow = defineCall({
  name: 'endWindow',
  method: 'POST',
  path: '/api/window/{id}/end',
  access: 'admin',
  summary: 'Ends an active window; it recurs by its rule. 409 if it is not active.',
  params: idParams,
  response: windowRow,
});

export const deleteWindow = defineCall({
  name: 'deleteWindow',
  method: 'DELETE',
  path: '/api/window/{id}',
  access: 'admin',
  summary: 'Deletes a window, ending it if it is active. Time already counted separately stays so.',
  params: idParams,
  response: z.object({}),
});

export const previewWindow = defineCall({
  name: 'previewWindow',
  method: 'POST',
  path: '/api/window/preview',
  access: 'admin',
  summary: 'The next occurrences of a window, and what it would cover. Stores nothing.',
  body: windowInput,
  response: windowPreview,
});
