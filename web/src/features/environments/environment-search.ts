import { foldName } from '@mission-control/contract/search/rules';
import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { readTableSearch, type TableSearch } from '../../lib/table-search.ts';

export const BY_NAME = { column: 'name', direction: 'asc' } as const;

/** Search, sort and page of the environments, as the address has them. */
export const environmentSearch = (search: Record<string, unknown>): TableSearch => readTableSearch(search, BY_NAME);

/** The environments with all these words in what their row shows. */
export function findEnvironments(
  all: readonly EnvironmentDetailRow[],
  search: string,
): readonly EnvironmentDetailRow[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter((row) => {
    const { environment_name: name, environment_id: instance, group_name: group, region, fqdn } = row;
    const shown = [String(row._id), name, instance, group, region.description, region.region_name, fqdn];
    const text = foldName(shown.join('\n'));
    return words.every((word) => text.includes(word));
  });
}
