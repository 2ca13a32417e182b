import { z } from 'zod';
import { defineCall } from '../call.ts';
import { reportCompetencies } from './report.ts';
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
  summary: 'All competency mappings, the newest first.',
  answer: z.object({ mappings: z.array(competencyMappingRow) }),
});

export const createCompetencyMapping = defineCall({
  name: 'createCompetencyMapping',
  method: 'PUT',
  path: '/api/competency-mapping/',
  access: 'operator',
  summary: 'A new mapping from the structure of one tenant to that of another, by their ids; answers their names.',
  body: createMappingBody,
  answer: z.object({ from: z.string(), to: z.string(), hash: z.string() }),
});

export const getCompetencyMapping = defineCall({
  name: 'getCompetencyMapping',
  method: 'GET',
  path: '/api/competency-mapping/{hash}',
  access: 'anyone',
  summary: 'A mapping with what can be chosen; for everybody who knows its hash.',
  params: mappingParams,
  answer: competencyMappingAnswer,
});

export const saveCompetencyChoice = defineCall({
  name: 'saveCompetencyChoice',
  method: 'PATCH',
  path: '/api/competency-mapping/{hash}',
  access: 'anyone',
  summary: 'Saves one choice of a mapping that is not locked; for everybody who knows its hash.',
  params: mappingParams,
  body: competencyChoice,
  bodyLimit: 4_096,
  answer: z.object({ map: competencyMapping.shape.map }),
});

export const lockCompetencyMapping = defineCall({
  name: 'lockCompetencyMapping',
  method: 'PUT',
  path: '/api/competency-mapping/{hash}/lock',
  access: 'operator',
  summary: 'Locks a mapping, which keeps it as it is for everybody, or opens it again.',
  params: mappingParams,
  body: z.strictObject({ locked: z.boolean() }),
  answer: z.object({ locked: z.boolean() }),
});

export const competencyCalls = [
  listCompetencyMappings,
  createCompetencyMapping,
  getCompetencyMapping,
  saveCompetencyChoice,
  lockCompetencyMapping,
  reportCompetencies,
];
