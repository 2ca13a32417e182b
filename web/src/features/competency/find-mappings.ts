import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { findRows } from '../../lib/find-rows.ts';

/** The mappings with all these words in what their row shows. */
export const findMappings = (all: readonly CompetencyMappingRow[], search: string): readonly CompetencyMappingRow[] =>
  findRows(all, search, ({ from, to, created_by: by }) => [from.tenant_name, to.tenant_name, by]);
