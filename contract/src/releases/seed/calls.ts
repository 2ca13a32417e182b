import { z } from 'zod';
import { defineCall } from '../../call.ts';

export const seedTenant = defineCall({
  name: 'seedTenant',
  method: 'POST',
  path: '/api/release/seed',
  access: 'release-manager',
  summary:
    'Seeds the tenant with this exact name and responds when that has ended; a failure has `error` and `output`.',
  startsRun: true,
  body: z.strictObject({ tenant: z.string().min(1).max(300) }),
  answer: z.object({ output: z.string(), run_id: z.int() }),
});
