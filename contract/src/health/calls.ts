import { z } from 'zod';
import { defineCall } from '../call.ts';

export const live = defineCall({
  name: 'live',
  method: 'GET',
  path: '/api/health/live',
  access: 'anyone',
  summary: 'The process is running.',
  response: z.object({ status: z.literal('ok') }),
});

export const ready = defineCall({
  name: 'ready',
  method: 'GET',
  path: '/api/health/ready',
  access: 'anyone',
  summary:
    'Whether the process can serve requests. 503 with the reason while it starts or stops, while the database does not respond or change notifications do not arrive, or while the embedded database cannot be written. `problems` names what does not prevent serving: folders that cannot be written to, monitor checks that do not run, or a database role that could change the audit log.',
  response: z.object({ status: z.literal('ok'), problems: z.array(z.string()).optional() }),
});
