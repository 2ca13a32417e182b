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
    'The process can serve requests: the database is reachable, its disk is not full, and the process is not stopping. 503 otherwise.',
  /** `problems`: folders that are not writable although the database is. */
  response: z.object({ status: z.literal('ok'), problems: z.array(z.string()).optional() }),
});
