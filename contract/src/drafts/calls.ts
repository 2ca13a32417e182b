import { z } from 'zod';
import { defineCall } from '../call.ts';
import { draftAnswer, draftBody, dropQuery, pageParams, storedDraft } from './schema.ts';

export const getDraft = defineCall({
  name: 'getDraft',
  method: 'GET',
  path: '/api/draft/{page}',
  access: 'viewer',
  personOnly: true,
  summary: 'Unsaved edits that the caller left on a page, such as `config:12:coursepro`; nobody else can read them.',
  params: pageParams,
  response: draftAnswer,
});

export const saveDraft = defineCall({
  name: 'saveDraft',
  method: 'PUT',
  path: '/api/draft/{page}',
  access: 'viewer',
  personOnly: true,
  summary:
    'Stores unsaved edits of the caller, encrypted, for 30 days. Idempotent; 409 if another open page of the caller has stored newer ones.',
  params: pageParams,
  body: draftBody,
  response: storedDraft,
});

export const deleteDraft = defineCall({
  name: 'deleteDraft',
  method: 'DELETE',
  path: '/api/draft/{page}',
  access: 'viewer',
  personOnly: true,
  summary: 'Deletes a draft of the caller. 409 if it is no longer the given version.',
  params: pageParams,
  query: dropQuery,
  response: z.object({}),
});
