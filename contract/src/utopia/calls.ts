import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { utopiaServerRow } from './schema.ts';

export const listUtopia = defineCall({
  name: 'listUtopia',
  method: 'GET',
  path: '/api/utopia',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  summary: 'All tenants with their features, for the Utopia dashboard.',
  answer: z.object({ data: z.array(utopiaServerRow) }),
});

export const utopiaCalls = [listUtopia];
