import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { findRows, readTableSearch, type TableSearch } from '../../lib/address/table-search.ts';

export const BY_NAME = { column: 'name', direction: 'asc' } as const;

/** Search, sort and page of the environments, as the address has them. */
export const environmentSearch = (search: Record<string, unknown>): TableSearch => readTableSearch(search, BY_NAME);

/** The environments with all these words in what their row shows. */
export const findEnvironments = (
  all: readonly EnvironmentDetailRow[],
  search: string,
): readonly EnvironmentDetailRow[] =>
  findRows(
    all,
    search,
    ({ _id: id, environment_name: name, environment_id: instance, group_name: group, region, fqdn }) => [
      String(id),
      name,
      instance,
      group ?? '',
      region?.description ?? '',
      region?.region_name ?? '',
      fqdn,
    ],
  );
