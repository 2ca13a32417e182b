import { mdiPrinterOutline } from '@mdi/js';
import {
  getTenantUptime,
  listUptime,
  type SiteUptime,
  type TenantUptime,
} from '@mission-control/contract/monitors/calls';
import { UPTIME_MONTH } from '@mission-control/contract/monitors/rules';
import { countText, numberText } from '@mission-control/contract/numbers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { wholeNumber } from '../../../lib/address/table-search.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { CsvButton } from '../../../lib/csv-button.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { LocalTable, QueryTable } from '../../../lib/query/query-table.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { css } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import type { Sort } from '../../../ui/table/table-rows.ts';
import { FactTiles } from '../parts/monitor-facts.tsx';
import { OutageTable } from '../parts/monitor-history.tsx';
import { lengthText, msOrDash, msText, percentText } from '../monitor-words.ts';

/** For printing: black on white, without controls. */
const onPaper = css({
  '@media print': {
    '&': { colorScheme: 'light !important' },
    '& header, & nav, & footer, & button:not(th button), & [data-screen-only]': { display: 'none !important' },
    // The frame is a grid with room for the menu.
    '& body :has(main)': { display: 'block !important' },
    '&, & body, & body *': {
      background: 'none !important',
      color: '#111 !important',
      borderColor: '#bbb !important',
      boxShadow: 'none !important',
      overflow: 'visible !important',
    },
    '& body :has(main), & main': { margin: '0 !important', padding: '0 !important' },
    '& section, & tr, & dl > div': { breakInside: 'avoid' },
  },
});

/** The whole document prints with these styles while the caller is mounted. */
function usePrintStyles(): void {
  useEffect(() => {
    document.documentElement.classList.add(onPaper);
    return () => document.documentElement.classList.remove(onPaper);
  }, []);
}

const MONTHS_BACK = 13;

/** `2026-10` and its name: this month and those before it, newest first. */
function monthsUpTo(now: Date): { value: string; label: string }[] {
  const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
    return { value: first.toISOString().slice(0, 7), label: name.format(first) };
  });
}

const AN_HOUR = 3_600_000;
const HALF_A_MINUTE = 30_000;

/** The month and the tenant in the address; without a month it is the current one. */
function useUptimeUrl() {
  const [search, set] = useUrlState((all) => all);
  const months = monthsUpTo(new Date(useNow(AN_HOUR)));
  const current = months[0]?.value ?? '';
  const month = typeof search.month === 'string' && UPTIME_MONTH.test(search.month) ? search.month : current;
  const options = months.some(({ value }) => value === month) ? months : [...months, { value: month, label: month }];
  return {
    month,
    monthName: options.find(({ value }) => value === month)?.label ?? month,
    tenant: wholeNumber(search.tenant),
    field: (
      <div data-screen-only>
        <SelectField
          label="Month"
          hideLabel
          options={options}
          value={month}
          onChange={({ target: { value } }) => set({ month: value === current ? undefined : value, page: undefined })}
        />
      </div>
    ),
  };
}

const CRUMBS = [{ label: 'Monitor', href: '/monitor' }];

/** The monthly uptime of the sites of all tenants, or of one. */
export function UptimePage() {
  const url = useUptimeUrl();
  return url.tenant > 0 ? <TenantReport {...url} /> : <FleetReport {...url} />;
}

type ReportProps = ReturnType<typeof useUptimeUrl>;

const lengthOrDash = (ms: number): string => (ms === 0 ? '–' : lengthText(ms));

/** The numbers of a site, or of all sites of a tenant. */
const numberColumns: readonly Column<SiteUptime | TenantUptime>[] = [
  {
    id: 'uptime',
    header: 'Uptime',
    width: 110,
    align: 'right',
    sortable: true,
    cell: (row) => percentText(row.uptimepc),
    text: (row) => row.uptimepc,
  },
  {
    id: 'outages',
    header: 'Outages',
    width: 100,
    align: 'right',
    cell: (row) => numberText(row.outages),
  },
  {
    id: 'down',
    header: 'Downtime',
    width: 130,
    align: 'right',
    cell: (row) => lengthOrDash(row.down_ms),
  },
  {
    id: 'longest',
    header: 'Longest outage',
    width: 140,
    align: 'right',
    cell: (row) => lengthOrDash(row.longest_ms),
  },
  { id: 'median', header: 'Median latency', width: 130, align: 'right', cell: (row) => msOrDash(row.median_ms) },
  { id: 'p95', header: '95th percentile', width: 140, align: 'right', cell: (row) => msOrDash(row.p95_ms) },
];

const WORST_FIRST = { column: 'uptime', direction: 'asc' } as const;
const PAGE = 25;
/** Rows per request of a download. */
const CSV_PAGE = 1_000;

function tenantColumns(month: string): readonly Column<TenantUptime>[] {
  return [
    {
      id: 'name',
      header: 'Tenant',
      strong: true,
      sortable: true,
      narrowWidth: 160,
      text: (row) => row.name,
      cell: (row) => <Link href={`/monitor/uptime?month=${month}&tenant=${row.tenant}`}>{row.name}</Link>,
    },
    {
      id: 'sites',
      header: 'Sites',
      width: 90,
      align: 'right',
      cell: (row) => numberText(row.sites),
    },
    ...numberColumns,
  ];
}

/** The server sorts in one direction only: worst first, or by name. */
function useUptimeTable() {
  const table = useTableUrl(WORST_FIRST);
  const ascending = ({ column }: Pick<Sort, 'column'>): Sort => ({ column, direction: 'asc' });
  return { ...table, sort: ascending(table.sort), setSort: (sort: Sort) => table.setSort(ascending(sort)) };
}

function FleetReport({ month, monthName, field }: ReportProps) {
  const table = useUptimeTable();
  const columns = useMemo(() => tenantColumns(month), [month]);
  const words = table.search.trim();
  const which = {
    month,
    sort: table.sort.column === 'name' ? ('name' as const) : ('worst' as const),
    ...(words !== '' && { q: words }),
  };
  const query = useQuery({
    ...queryOf(listUptime, { query: { ...which, from: (table.page - 1) * PAGE, count: PAGE } }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame title="Uptime" crumbs={[...CRUMBS, { label: 'Uptime' }]} count={query.data?.found} actions={field}>
      <Toolbar onBlur={table.commitSearch}>
        <SearchField label="Search tenants" value={table.search} onChange={table.setSearch} />
      </Toolbar>
      <QueryTable
        label={`Uptime ${month}`}
        query={query}
        rows={({ rows }) => rows}
        columns={columns}
        getRowId={(row) => String(row.tenant)}
        state={table}
        total={query.data?.found ?? 0}
        pageSize={PAGE}
        errorTitle="The uptime could not be loaded"
        empty={
          <StatePanel title={words === '' ? `No site was monitored in ${monthName}` : 'No tenant has this name'} />
        }
        renderDownload={() => <CsvButton label={`Uptime ${month}`} columns={columns} rows={() => readAll(which)} />}
        footNote="Months are in UTC; maintenance is excluded"
      />
    </PageFrame>
  );
}

/** All tenants, not only the page on the screen. */
async function readAll(which: { month: string; sort: 'worst' | 'name'; q?: string }): Promise<TenantUptime[]> {
  const all: TenantUptime[] = [];
  for (let found = 1; all.length < found;) {
    const part = await api.send(listUptime, { query: { ...which, from: all.length, count: CSV_PAGE } });
    if (part.rows.length === 0) break;
    all.push(...part.rows);
    found = part.found;
  }
  return all;
}

const siteColumns: readonly Column<SiteUptime>[] = [
  {
    id: 'host',
    header: 'Site',
    strong: true,
    narrowWidth: 180,
    text: (row) => row.host,
    sortValue: (row) => row.host,
    cell: (row) => <Link href={`/monitor/${row.id}`}>{row.host}</Link>,
  },
  ...numberColumns.map((column) => ({ ...column, sortable: false })),
];

function TenantReport({ month, monthName, tenant, field }: ReportProps) {
  // The duration of an ongoing outage grows.
  const now = new Date(useNow(HALF_A_MINUTE));
  const query = useQuery(queryOf(getTenantUptime, { params: { id: tenant }, query: { month } }));
  const name = query.data?.total.name ?? `Tenant ${tenant}`;
  usePrintStyles();
  return (
    <PageFrame
      title={`Uptime of ${name}`}
      crumbs={[...CRUMBS, { label: 'Uptime', href: `/monitor/uptime?month=${month}` }, { label: name }]}
      meta={[`${monthName}, in UTC`]}
      actions={
        <>
          {field}
          <ActionButton icon={mdiPrinterOutline} onClick={() => globalThis.print()}>
            Print
          </ActionButton>
        </>
      }
    >
      <QueryView
        framed
        query={query}
        errorTitle="The uptime could not be loaded"
        loading={<LoadingPanel label="Uptime" rows={6} rowHeight={44} />}
        empty={{
          when: ({ sites }) => sites.length === 0,
          show: <StatePanel framed title={`No site of this tenant was monitored in ${monthName}`} />,
        }}
      >
        {({ total, sites, outages }) => (
          <>
            <FactTiles
              facts={[
                { name: 'Uptime', value: percentText(total.uptimepc), detail: `of ${countText(total.sites, 'site')}` },
                { name: 'Outages', value: total.outages, detail: 'started or ongoing in the month' },
                { name: 'Downtime', value: lengthOrDash(total.down_ms), detail: 'total of all sites' },
                { name: 'Longest outage', value: lengthOrDash(total.longest_ms), detail: 'within the month' },
                {
                  name: '95th percentile',
                  value: msOrDash(total.p95_ms),
                  detail: total.median_ms === null ? 'of latency' : `half within ${msText(total.median_ms)}`,
                },
              ]}
            />
            <LocalTable
              label={`Uptime ${name} ${month}`}
              columns={siteColumns}
              rows={sites}
              getRowId={(row) => String(row.id)}
              pageSize={50}
            />
            <OutageTable outages={outages} tenant={tenant} now={now} empty={`No outages in ${monthName}`} />
          </>
        )}
      </QueryView>
    </PageFrame>
  );
}
