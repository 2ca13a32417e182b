import { z } from 'zod';
import { defineCall } from '../call.ts';

export const live = defineCall({
  name: 'live',
  method: 'GET',
  path: '/api/health/live',
  access: 'anyone',
  summary: 'The process runs.',
  answer: z.object({ status: z.literal('ok') }),
});

export const ready = defineCall({
  name: 'ready',
  method: 'GET',
  path: '/api/health/ready',
  access: 'anyone',
  summary: 'The process can answer: database reachable, its disk not full, not stopping. 503 otherwise.',
  /** `problems`: folders that cannot be written to, while the database can. */
  answer: z.object({ status: z.literal('ok'), problems: z.array(z.string()).optional() }),
});

export const healthCalls = [live, ready];
