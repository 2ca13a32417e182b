import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import {
  competencyChoice,
  competencyMapping,
  competencyMappingAnswer,
  competencyMappingRow,
  createMappingBody,
  mappingParams,
} from './schema.ts';

export const listCompetencyMappings = defineCall({
  name: 'listCompetencyMappings',
  method: 'GET',
  path: '/api/competency-mapping',
  access: 'viewer',
  topics: () => [TOPIC.competency, TOPIC.tenants],
  throttleMs: 1_000,
  summary: 'All competency mappings, newest first.',
  response: z.object({ mappings: z.array(competencyMappingRow) }),
});

export const createCompetencyMapping = defineCall({
  name: 'createCompetencyMapping',
  method: 'PUT',
  path: '/api/competency-mapping/',
  access: 'operator',
  summary: 'Creates a mapping between the structures of two tenants, by their ids; returns their names.',
  body: createMappingBody,
  response: z.object({ from: z.string(), to: z.string(), hash: z.string() }),
});

export const getCompetencyMapping = defineCall({
  name: 'getCompetencyMapping',
  method: 'GET',
  path: '/api/competency-mapping/{hash}',
  access: 'anyone',
  topics: () => [TOPIC.competency],
  throttleMs: 1_000,
  summary: 'A mapping with its choices; accessible to anyone who knows its hash.',
  params: mappingParams,
  response: competencyMappingAnswer,
});

export const saveCompetencyChoice = defineCall({
  name: 'saveCompetencyChoice',
  method: 'PATCH',
  path: '/api/competency-mapping/{hash}',
  access: 'anyone',
  summary: 'Saves one choice of an unlocked mapping; accessible to anyone who knows its hash.',
  params: mappingParams,
  body: competencyChoice,
  bodyLimit: 4_096,
  response: z.object({ map: competencyMapping.shape.map }),
});

export const lockCompetencyMapping = defineCall({
  name: 'lockCompetencyMapping',
  method: 'PUT',
  path: '/api/competency-mapping/{hash}/lock',
  access: 'operator',
  summary: 'Locks a mapping against changes, or unlocks it.',
  params: mappingParams,
  body: z.strictObject({ locked: z.boolean() }),
  response: z.object({ locked: z.boolean() }),
});
