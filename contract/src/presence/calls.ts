import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageParams } from '../drafts/schema.ts';
import { TOPIC } from '../topics.ts';

/** Identifies one open tab of a browser. */
const tab = z.uuid();

const presentPerson = z.object({
  name: z.string(),
  /** True if they have unsaved edits there. */
  editing: z.boolean(),
  /** When they opened the page. */
  since: z.iso.datetime(),
  /** True for the caller in another tab. */
  own: z.boolean(),
});
export type PresentPerson = z.infer<typeof presentPerson>;

export const getPresence = defineCall({
  name: 'getPresence',
  method: 'GET',
  path: '/api/presence/{page}',
  access: 'viewer',
  personOnly: true,
  summary: "Who has a page such as `config:12:coursepro` open or is editing it, excluding the caller's tab.",
  params: pageParams,
  query: z.object({ tab }),
  topics: ({ params }) => [TOPIC.presence(params.page)],
  response: z.object({ people: z.array(presentPerson) }),
});

export const setPresence = defineCall({
  name: 'setPresence',
  method: 'PUT',
  path: '/api/presence/{page}',
  access: 'viewer',
  personOnly: true,
  summary:
    'Announces that a tab of the caller has a page open or is editing it. Expires half a minute after the last heartbeat of `GET /api/events?tab=`.',
  params: pageParams,
  body: z.strictObject({ tab, editing: z.boolean() }),
  response: z.object({}),
});

export const endPresence = defineCall({
  name: 'endPresence',
  method: 'DELETE',
  path: '/api/presence/{page}',
  access: 'viewer',
  personOnly: true,
  summary: 'Announces that a tab of the caller has left the page.',
  params: pageParams,
  query: z.object({ tab }),
  response: z.object({}),
});
