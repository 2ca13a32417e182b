import { z } from 'zod';
import { defineCall } from '../call.ts';

export const environmentRow = z.object({
  _id: z.int(),
  environment_name: z.string(),
  environment_id: z.string(),
  group_name: z.string(),
  type: z.int(),
  region: z.object({ _id: z.int(), region_name: z.string(), description: z.string() }),
  fqdn: z.string(),
});
export type EnvironmentRow = z.infer<typeof environmentRow>;

export const listEnvironmentsFast = defineCall({
  name: 'listEnvironmentsFast',
  method: 'GET',
  path: '/api/environment/fast',
  access: 'viewer',
  summary: 'All environments, for chips and selects.',
  answer: z.object({ environments: z.array(environmentRow) }),
});

export const environmentCalls = [listEnvironmentsFast];
