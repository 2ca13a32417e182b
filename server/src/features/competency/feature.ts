import * as calls from '@mission-control/contract/competency/calls';
import { reportCompetencies } from '@mission-control/contract/competency/schema';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { receiveReports } from '../reports/public.ts';
import { getMapping } from './read-mapping.ts';
import { saveChoice } from './save-choice.ts';
import { createMapping, listMappings, setLocked, storeStructures } from './service.ts';

export const competencyFeature = {
  routes: [
    handle(calls.listCompetencyMappings, (ctx) => listMappings(ctx)),
    handle(calls.createCompetencyMapping, (ctx, { body }) => createMapping(ctx, body)),
    handle(calls.getCompetencyMapping, (ctx, { params }, { ip }) => getMapping(ctx, params.hash, ip)),
    handle(calls.saveCompetencyChoice, (ctx, { params, body }, { ip }) => saveChoice(ctx, params.hash, body, ip)),
    handle(calls.lockCompetencyMapping, (ctx, { params, body }) => setLocked(ctx, params.hash, body.locked)),
    receiveReports(reportCompetencies, storeStructures),
  ],
} satisfies Feature;
