import { z } from 'zod';

import { defineCall, ROLES } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { guideSection } from './schema.ts';

export const getGuide = defineCall({
  name: 'getGuide',
  method: 'GET',
  path: '/api/guide',
  access: 'viewer',
  summary: 'The guide for operators, as structured blocks without HTML.',
  response: z.object({ title: z.string(), sections: z.array(guideSection) }),
});

export const getGuidePicture = defineCall({
  name: 'getGuidePicture',
  method: 'GET',
  path: '/api/guide/picture/{name}',
  access: 'viewer',
  summary: 'A picture of the guide as a data URL.',
  params: z.object({ name: z.string().regex(/^[a-z][a-z-]{0,60}$/, 'must be the name of a picture') }),
  response: z.object({ data: z.string() }),
});

export const getConsole = defineCall({
  name: 'getConsole',
  method: 'GET',
  path: '/api/console',
  access: 'viewer',
  topics: () => [TOPIC.users],
  summary: 'The signed-in user with their role, and whether this console runs on the sandbox fleet.',
  response: z.object({
    user: z.string(),
    role: z.enum(ROLES),
    sandbox: z.boolean(),
    /** The platform's command with the placeholders {live} and {test}; null if the installation has none. */
    live_to_test: z.string().nullable(),
  }),
});
