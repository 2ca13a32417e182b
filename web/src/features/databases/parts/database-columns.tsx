import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { serviceName } from '@mission-control/contract/catalogue';
import { countText, numberText } from '@mission-control/contract/numbers';
import { Link } from '../../../ui/action/link.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { monoText } from '../../../ui/theme/tokens.ts';
import { ActivitySpark, LoadValue } from './activity.tsx';

const Roomy = styled('span')({ display: 'block', padding: '6px 0' });

/** An address on at most two lines, to keep the height of a loading row; the full text is the tooltip. */
const Address = styled('span')({
  ...monoText,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  fontSize: 12,
  lineHeight: '16px',
});
const mono = (text: string) => <Address title={text}>{text}</Address>;

/** Opens the panel, which lists the tenants. */
function TenantCount({ row, href }: { row: DatabaseRow; href: string }) {
  return (
    <Link variant="plain" href={href} aria-label={`${countText(row.tenant_count, 'tenant')} on ${row.name}`}>
      {numberText(row.tenant_count)}
    </Link>
  );
}

const ADDRESS_COLUMNS: readonly Column<DatabaseRow>[] = [
  {
    id: 'identifier',
    header: 'Identifier',
    width: 152,
    wrap: true,
    sortValue: (row) => row.identifier,
    cell: (row) => mono(row.identifier),
  },
  {
    id: 'endpoint',
    header: 'Endpoint',
    narrowWidth: 220,
    wrap: true,
    sortValue: (row) => row.endpoint,
    cell: (row) => mono(row.endpoint),
  },
];

/** @param from start of the first span of the activity @param hrefOf address with a server's panel open */
export function databaseColumns(from: Date, hrefOf: (id: number) => string): readonly Column<DatabaseRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 132,
      sticky: true,
      strong: true,
      sortValue: (row) => row.name,
      cell: (row) => (
        <Link href={hrefOf(row.id)} title={row.notes === '' ? row.name : `${row.name}: ${row.notes}`}>
          {row.name}
        </Link>
      ),
    },
    {
      id: 'service',
      header: 'Service',
      width: 92,
      sortValue: (row) => row.service,
      cell: (row) => serviceName(row.service),
    },
    { id: 'region', header: 'Region', width: 112, sortValue: (row) => row.region, cell: (row) => row.region },
    {
      id: 'tenants',
      header: 'Tenants',
      width: 76,
      align: 'right',
      sortValue: (row) => row.tenant_count,
      text: (row) => row.tenant_count,
      cell: (row) => <TenantCount row={row} href={hrefOf(row.id)} />,
    },
    {
      id: 'load',
      header: 'Load',
      width: 72,
      sortValue: (row) => (typeof row.db_activity_average === 'number' ? row.db_activity_average : null),
      text: (row) => row.db_activity_average,
      cell: (row) => <LoadValue average={row.db_activity_average} />,
    },
    {
      id: 'activity',
      header: '24hrs activity',
      width: 144,
      sortValue: (row) => (row.db_activity_data.length === 0 ? null : Math.max(...row.db_activity_data)),
      text: null,
      cell: (row) => (
        <Roomy>
          <ActivitySpark row={row} from={from} />
        </Roomy>
      ),
    },
    ...ADDRESS_COLUMNS,
  ];
}
