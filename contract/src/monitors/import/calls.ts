import { z } from 'zod';
import { defineCall } from '../../call.ts';
import { CHECKS_LIST_BYTES } from '../rules.ts';
import { checksPlan } from '../schema.ts';

const file = z.file();
/** The file and the form around it. */
const bodyLimit = CHECKS_LIST_BYTES + 64 * 1024;

export const planChecks = defineCall({
  name: 'planChecks',
  method: 'POST',
  path: '/api/monitor/checks/plan',
  access: 'operator',
  form: true,
  bodyLimit,
  summary:
    'What a list of settings, the part `file` (CSV with a header, at most 256 KB), would change of how monitors are checked. Changes nothing. 422 with `faults` by line in the details for a faulty list.',
  body: z.strictObject({ file }),
  answer: checksPlan,
});

export const importChecks = defineCall({
  name: 'importChecks',
  method: 'POST',
  path: '/api/monitor/checks/import',
  access: 'operator',
  form: true,
  bodyLimit,
  summary:
    'Saves a list of settings, the part `file`, for all its monitors or for none. With the `fingerprint` of a plan, 409 when the list would change something else by now. A list that is saved already changes nothing.',
  body: z.strictObject({ file, fingerprint: z.string().max(64).optional() }),
  answer: z.object({ changed: z.int() }),
});
