import { z } from 'zod';
import { defineCall } from '../call.ts';
import { jsonPart } from '../id.ts';
import { INVENTORY_FILE_BYTES } from './plan.ts';
import { chosenEntry, inventoryFault, inventoryPlan } from './plan-schema.ts';

const file = z.file();
/** The file plus the form around it. */
const bodyLimit = INVENTORY_FILE_BYTES + 64 * 1024;
const MAX_CHOSEN = 100_000;
const MAX_ENTRIES_LENGTH = 8 * 1024 * 1024;

export const checkInventory = defineCall({
  name: 'checkInventory',
  method: 'POST',
  path: '/api/inventory/check',
  access: 'admin',
  timeoutMs: 60_000,
  form: true,
  bodyLimit,
  summary:
    'Validates an inventory, the part `file` (JSON or YAML, UTF-8, at most 12 MB), and lists its faults with line and path; `valid` if it has none. The file is not kept.',
  body: z.strictObject({ file }),
  response: z.object({
    valid: z.boolean(),
    file_sha256: z.string(),
    faults: z.array(inventoryFault),
    /** Total number of faults; `faults` has the first 2,000. */
    fault_count: z.int(),
  }),
});

export const planInventory = defineCall({
  name: 'planInventory',
  method: 'POST',
  path: '/api/inventory/plan',
  access: 'admin',
  timeoutMs: 60_000,
  form: true,
  bodyLimit,
  summary:
    'What an inventory, the part `file`, would add, change and remove, and what cannot be applied: conflicts, reused ids, items in use. Changes nothing. 422 with `faults` in the details for an invalid file.',
  body: z.strictObject({ file }),
  response: inventoryPlan,
});

export const applyInventory = defineCall({
  name: 'applyInventory',
  method: 'POST',
  path: '/api/inventory/apply',
  access: 'admin',
  form: true,
  bodyLimit: bodyLimit + MAX_ENTRIES_LENGTH,
  summary:
    'Applies selected entries of a plan, the part `entries` (JSON: kind, ref and fingerprint of each), each in its own transaction; servers are not touched. An entry whose item has changed since the plan is skipped and reported in the output. Aborting is safe and keeps the applied entries: plan the same file again for the rest.',
  startsRun: true,
  body: z.strictObject({
    file,
    entries: jsonPart(z.array(chosenEntry).min(1).max(MAX_CHOSEN), MAX_ENTRIES_LENGTH),
  }),
  response: z.object({ output: z.string(), run_id: z.int() }),
});
