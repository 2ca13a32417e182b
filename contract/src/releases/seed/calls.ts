import { z } from 'zod';
import { defineCall } from '../../call.ts';

export const seedTenant = defineCall({
  name: 'seedTenant',
  method: 'POST',
  path: '/api/release/seed',
  access: 'release-manager',
  summary:
    'Fills a tenant, named exactly, with its first data and answers when that has ended; a failure carries `error` and `output`.',
  startsRun: true,
  body: z.strictObject({ tenant: z.string().min(1).max(300) }),
  answer: z.object({ output: z.string(), run_id: z.int() }),
});
