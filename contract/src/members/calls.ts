import { z } from 'zod';
import { defineCall } from '../call.ts';
import { importedSheet, validateBody, validated } from './schema.ts';

export const listMemberColumns = defineCall({
  name: 'listMemberColumns',
  method: 'GET',
  path: '/api/member/columns',
  access: 'viewer',
  summary: 'The importable columns; `notes` has additional information by column.',
  response: z.object({ columns: z.array(z.string()), notes: z.record(z.string(), z.string()) }),
});

export const readMembers = defineCall({
  name: 'readMembers',
  method: 'POST',
  path: '/api/member/importer',
  access: 'operator',
  form: true,
  // A 25 MB file plus the form.
  bodyLimit: 26_218_496,
  summary:
    'Reads an uploaded spreadsheet (xlsx, CSV), the part `file`; it is not kept. `valid` is false, with `error`, when it cannot be read.',
  body: z.strictObject({ file: z.file() }),
  response: importedSheet,
});

export const validateMembers = defineCall({
  name: 'validateMembers',
  method: 'POST',
  path: '/api/member/validate',
  access: 'operator',
  rawBody: true,
  bodyLimit: 67_108_864,
  summary: 'Validates members and renders them as SQL if there is no error; nothing is stored or executed.',
  body: validateBody,
  response: validated,
});
