import { z } from 'zod';
import { COMPETENCY_KINDS, COMPETENCY_LIMITS, ofEachKind } from './rules.ts';

const id = z.int().positive().max(2_147_483_647);

const entry = z.strictObject({ id, name: z.string().trim().min(1).max(COMPETENCY_LIMITS.name) });

const entries = z
  .array(entry)
  .max(COMPETENCY_LIMITS.entries)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'has an id twice');

/** The levels, groups and competencies of a tenant, each id once in its list. */
export const competencyStructure = z.strictObject(ofEachKind(() => entries));

const mappedTenant = z.object({ id: z.int(), tenant_name: z.string() });

/** A row of the list. */
export const competencyMappingRow = z.object({
  /** 64 hexadecimal digits; whoever knows them may see the mapping, and fill it in while it is not locked. */
  hash: z.string(),
  from: mappedTenant,
  to: mappedTenant,
  locked: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
});
export type CompetencyMappingRow = z.infer<typeof competencyMappingRow>;

/** By the ids of the source: the ids of the target. */
const competencyMap = z.object(ofEachKind(() => z.record(z.string(), z.int())));

/** A mapping as anybody sees who knows its hash: nothing of who made it. */
export const competencyMapping = z.object({
  hash: z.string(),
  from: mappedTenant,
  to: mappedTenant,
  locked: z.boolean(),
  from_structure: competencyStructure,
  map: competencyMap,
});

/** What `GET /api/competency-mapping/{hash}` answers; `selects` are the entries of the target, to choose from. */
export const competencyMappingAnswer = z.object({ mapping: competencyMapping, selects: competencyStructure });
export type CompetencyMappingAnswer = z.infer<typeof competencyMappingAnswer>;

export const mappingParams = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

export const createMappingBody = z.strictObject({ from: id, to: id });

export const competencyChoice = z.strictObject({
  kind: z.enum(COMPETENCY_KINDS),
  /** Id of the entry at the source. */
  id,
  /** Id of the entry at the target; null for none. */
  choice: id.nullable(),
});
export type CompetencyChoice = z.infer<typeof competencyChoice>;
