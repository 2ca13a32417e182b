import { z } from 'zod';
import { numberInAddress } from '../id.ts';
import { defineCall } from '../call.ts';

/** A committed change: the topics that are stale now (`tenants`, `tenant:12`, `config:12:coursepro`), and who made it. */
export interface LiveEvent {
  topics: string[];
  by: string;
}

export const followEvents = defineCall({
  name: 'followEvents',
  method: 'GET',
  path: '/api/events',
  access: 'viewer',
  summary:
    'Server-sent events, one per committed change: `event: change`, data {topics, by}. `event: missed` means: read all again. `age`: the changes of so many ms before come first.',
  query: z.object({ age: numberInAddress().optional() }),
  answer: z.string(),
});

export const eventCalls = [followEvents];
