import { mdiCheckCircleOutline } from '@mdi/js';
import { listSddErrors } from '@mission-control/contract/dashboard/calls';
import { isErrorLevel } from '@mission-control/contract/dashboard/rules';
import type { SddError } from '@mission-control/contract/dashboard/schema';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../../lib/address/path-to.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';

/** Default sort of the SDD errors. */
export const LATEST_ERROR_FIRST = { column: 'date', direction: 'desc' } as const;

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 10px',
  minHeight: 56,
  padding: '8px 12px 8px 16px',
  borderBottom: `1px solid ${color.line}`,
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.008em' },
});

const Right = styled('div')({ display: 'flex', marginLeft: 'auto', minWidth: 0, [narrow]: { flex: '1 0 100%' } });

const columns: readonly Column<SddError>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 240,
    narrowWidth: 140,
    sticky: true,
    strong: true,
    wrap: true,
    sortValue: (row) => row.tenant,
    cell: (row) => (
      <Link variant="plain" href={pathTo('/tenant/$id', { id: row.tenant_id })} title={row.tenant}>
        {row.tenant}
      </Link>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    narrowWidth: 280,
    wrap: true,
    sortValue: (row) => row.message,
    cell: (row) => row.message,
  },
  timeColumn({ id: 'date', header: 'Date', width: 140, narrowWidth: 110 }, (row) => row.timestamp),
  {
    id: 'level',
    header: 'Level',
    width: 130,
    narrowWidth: 110,
    sortValue: (row) => row.level,
    cell: (row) => (
      <StatusChip meaning={isErrorLevel(row.level) ? 'bad' : 'orange'} variant="quiet" size="small">
        {row.level}
      </StatusChip>
    ),
  },
];

/** SDD errors of all tenants in production, ten a page. */
export function SddTable() {
  const query = useQuery(queryOf(listSddErrors, {}));
  const state = useTableUrl(LATEST_ERROR_FIRST);
  return (
    <QueryTable
      label="SDD Errors"
      query={query}
      rows={({ data }) => data}
      columns={columns}
      getRowId={(row) => `${row.tenant_id} ${row.timestamp} ${row.level} ${row.message}`}
      state={state}
      search={{ textOf: ({ tenant, message, level }) => [tenant, message, level] }}
      toolbar={
        <Head>
          <h2>SDD Errors</h2>
          {query.data ? <Count>{numberText(query.data.data.length)}</Count> : null}
          <Right onBlur={state.commitSearch}>
            <SearchField label="Search errors" width={220} value={state.search} onChange={state.setSearch} />
          </Right>
        </Head>
      }
      errorTitle="The SDD errors could not be loaded"
      empty={
        <StatePanel icon={mdiCheckCircleOutline} title="No SDD errors">
          No tenant in production has reported one in the last 14 days.
        </StatePanel>
      }
    />
  );
}
