import { z } from 'zod';
import { id } from '../id.ts';
import { defineReport } from '../reports/define-report.ts';
import { COMPETENCY_KINDS, COMPETENCY_LIMITS, ofEachKind } from './rules.ts';

const entry = z.strictObject({ id, name: z.string().trim().min(1).max(COMPETENCY_LIMITS.name) });

const entries = z
  .array(entry)
  .max(COMPETENCY_LIMITS.entries)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'has an id twice');

/** A tenant's levels, groups and competencies; ids are unique within each list. */
export const competencyStructure = z.strictObject(ofEachKind(() => entries));

const mappedTenant = z.object({ id: z.int(), tenant_name: z.string() });

export const competencyMappingRow = z.object({
  /** 64 hexadecimal digits that grant access: anyone who knows them can view the mapping, and edit it until it is locked. */
  hash: z.string(),
  from: mappedTenant,
  to: mappedTenant,
  locked: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
});
export type CompetencyMappingRow = z.infer<typeof competencyMappingRow>;

/** Target ids by source id. */
const competencyMap = z.object(ofEachKind(() => z.record(z.string(), z.int())));

/** The public view of a mapping; omits its author. */
export const competencyMapping = z.object({
  hash: z.string(),
  from: mappedTenant,
  to: mappedTenant,
  locked: z.boolean(),
  from_structure: competencyStructure,
  map: competencyMap,
});

/** Response of `GET /api/competency-mapping/{hash}`; `selects` are the target entries to choose from. */
export const competencyMappingAnswer = z.object({ mapping: competencyMapping, selects: competencyStructure });
export type CompetencyMappingAnswer = z.infer<typeof competencyMappingAnswer>;

export const mappingParams = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

export const createMappingBody = z.strictObject({ from: id, to: id });

export const competencyChoice = z.strictObject({
  kind: z.enum(COMPETENCY_KINDS),
  /** Id of the source entry. */
  id,
  /** Id of the target entry; null for none. */
  choice: id.nullable(),
});
export type CompetencyChoice = z.infer<typeof competencyChoice>;

export const reportCompetencies = defineReport(
  'competencies',
  'The levels, groups and competencies of tenants; replaces earlier ones.',
  competencyStructure.shape,
);
