import { z } from 'zod';
import { numberInAddress } from '../id.ts';
import { defineCall } from '../call.ts';

/** A committed change: the topics it made stale (`tenants`, `tenant:12`, `config:12:coursepro`), and its author. */
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
    'Server-sent events, one per committed change: `event: change`, data {topics, by}. `event: missed` means: refetch everything. `age`: starts with the changes of the last `age` ms. `tab`: keeps the presence of this tab.',
  query: z.object({ age: numberInAddress().optional(), tab: z.uuid().optional() }),
  response: z.string(),
});
