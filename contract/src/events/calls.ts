import { z } from 'zod';
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
    'Server-sent events, one per committed change: `event: change`, data {topics, by}. `event: missed` means: read all again.',
  answer: z.string(),
});

export const eventCalls = [followEvents];
