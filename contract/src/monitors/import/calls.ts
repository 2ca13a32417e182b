import { z } from 'zod';
import { defineCall } from '../../call.ts';
import { CHECKS_LIST_BYTES } from '../rules.ts';
import { checksPlan } from '../schema.ts';

const file = z.file();
/** The file plus the form around it. */
const bodyLimit = CHECKS_LIST_BYTES + 64 * 1024;

export const planChecks = defineCall({
  name: 'planChecks',
  method: 'POST',
  path: '/api/monitor/checks/plan',
  access: 'operator',
  form: true,
  bodyLimit,
  summary:
    'The changes that a list of settings, the part `file` (CSV with a header, at most 256 KB), would make to the checks of monitors. Changes nothing. 422 with `faults` by line in the details for an invalid list.',
  body: z.strictObject({ file }),
  response: checksPlan,
});

export const importChecks = defineCall({
  name: 'importChecks',
  method: 'POST',
  path: '/api/monitor/checks/import',
  access: 'operator',
  form: true,
  bodyLimit,
  summary:
    'Saves a list of settings, the part `file`, for all of its monitors or none. With the `fingerprint` of a plan, 409 if the list would now make different changes. Idempotent.',
  body: z.strictObject({ file, fingerprint: z.string().max(64).optional() }),
  response: z.object({ changed: z.int() }),
});
