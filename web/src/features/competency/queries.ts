import {
  createCompetencyMapping,
  getCompetencyMapping,
  listCompetencyMappings,
  lockCompetencyMapping,
  saveCompetencyChoice,
} from '@mission-control/contract/competency/calls';
import type { CompetencyChoice } from '@mission-control/contract/competency/schema';
import { listDashboardTenants } from '@mission-control/contract/dashboard/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const COMPETENCY_TOPIC = 'competency';

/** Changes within so many ms are read together. */
const PACE_MS = 1000;

/** All mappings, the newest first. */
export const mappingListQuery = queryOf(listCompetencyMappings, {}, [COMPETENCY_TOPIC, 'tenants']);

/** A mapping with what can be chosen. Without a sign-in nobody tells of changes: it is read again when the tab is looked at. */
export const mappingQuery = (hash: string) =>
  queryOf(getCompetencyMapping, { params: { hash } }, [COMPETENCY_TOPIC], PACE_MS);

/** The tenants to choose from [CMP-04]. */
export const mappingTenantsQuery = queryOf(listDashboardTenants, {}, ['tenants']);

/** Makes a mapping. @throws ApiError */
export const sendMapping = (from: number, to: number) => api.send(createCompetencyMapping, { body: { from, to } });

/** Saves one choice. @throws ApiError */
export const sendChoice = (hash: string, choice: CompetencyChoice) =>
  api.send(saveCompetencyChoice, { params: { hash }, body: choice });

/** Locks a mapping or opens it again. @throws ApiError */
export const sendLocked = (hash: string, locked: boolean) =>
  api.send(lockCompetencyMapping, { params: { hash }, body: { locked } });
