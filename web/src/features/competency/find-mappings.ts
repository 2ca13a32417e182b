import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { foldName } from '@mission-control/contract/search/rules';

/** The mappings with all these words in what their row shows. */
export function findMappings(all: readonly CompetencyMappingRow[], search: string): readonly CompetencyMappingRow[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter(({ from, to, created_by: by }) => {
    const text = foldName([from.tenant_name, to.tenant_name, by].join('\n'));
    return words.every((word) => text.includes(word));
  });
}
