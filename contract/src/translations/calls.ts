import { z } from 'zod';
import { defineCall } from '../call.ts';
import { refName } from '../releases/schema.ts';
import { TRANSLATION_TYPES } from './rules.ts';

export const uploadTranslations = defineCall({
  name: 'uploadTranslations',
  method: 'POST',
  path: '/api/straker/upload-translations',
  access: 'release-manager',
  summary:
    "Uploads the source texts of a type from a branch of coursepro to Straker; defaults to the repository's main branch.",
  startsRun: true,
  body: z.strictObject({
    type: z.enum(TRANSLATION_TYPES.map(({ value }) => value)),
    /** Optional on the screen [TRN-05]: '' and null mean none. */
    branch: z.union([z.literal(''), refName]).nullish(),
  }),
  response: z.object({ output: z.string(), run_id: z.int() }),
});
