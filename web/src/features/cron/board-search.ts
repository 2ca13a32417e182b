import { CRON_TROUBLES, type CronTrouble } from '@mission-control/contract/cron/troubles';
import { readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';
import type { Sort } from '../../ui/table/table-rows.ts';

export const NEWEST_FIRST: Sort = { column: 'since', direction: 'desc' };

/** Filters, sort and page of the board, kept in the address. */
export interface BoardSearch extends TableSearch {
  what?: CronTrouble;
  /** Id of an environment. */
  environment?: number;
}

/** Parses the address; invalid values are omitted. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const what = CRON_TROUBLES.find((known) => known === search.what);
  const environment = wholeNumber(search.environment);
  return {
    ...readTableSearch(search, NEWEST_FIRST),
    ...(what && { what }),
    ...(environment > 0 && { environment }),
  };
}
