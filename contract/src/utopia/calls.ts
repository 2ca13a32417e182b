import { z } from 'zod';
import { defineCall } from '../call.ts';
import { utopiaServerRow } from './schema.ts';

export const listUtopia = defineCall({
  name: 'listUtopia',
  method: 'GET',
  path: '/api/utopia',
  access: 'viewer',
  summary: 'All tenants with what they have, for the Utopia dashboard.',
  answer: z.object({ data: z.array(utopiaServerRow) }),
});

export const utopiaCalls = [listUtopia];
