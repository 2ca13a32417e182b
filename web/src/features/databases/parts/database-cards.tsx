import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { findService } from '@mission-control/contract/catalogue';
import { Link } from '../../../ui/action/link.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { pageWindow, sortRows, type Sort } from '../../../ui/table/table-rows.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';
import { ActivitySpark, LoadValue } from './activity.tsx';

interface DatabaseCardsProps {
  rows: readonly DatabaseRow[];
  columns: readonly Column<DatabaseRow>[];
  state: { sort: Sort; page: number; setPage: (page: number) => void };
  from: Date;
  hrefOf: (id: number) => string;
}

const PAGE_SIZE = 10;

const Card = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  gap: '2px 12px',
  alignItems: 'center',
  padding: 12,
  fontSize: 12,
  lineHeight: '18px',
  color: color.text2,
  listStyle: 'none',
  borderBottom: `1px solid ${color.lineSoft}`,
  '& > a': { fontSize: 14, lineHeight: '24px', fontWeight: 550, overflowWrap: 'anywhere' },
  '& > span > a': { textDecoration: 'underline', textDecorationColor: color.text3, textUnderlineOffset: 3 },
  '& > code': { ...monoText, fontSize: 11.5, gridColumn: '1 / -1', overflowWrap: 'anywhere', color: color.text3 },
  '& > [data-load]': { justifySelf: 'end', fontSize: 13 },
  '& > [role="slider"]': { margin: '4px 0' },
});
const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  minHeight: 52,
  padding: '0 12px',
  fontSize: 12,
  color: color.text2,
});

/** The rows as cards, for narrow screens. */
export function DatabaseCards({ rows, columns, state: { sort, page, setPage }, from, hrefOf }: DatabaseCardsProps) {
  const valueOf = columns.find((column) => column.id === sort.column)?.sortValue;
  const sorted = valueOf ? sortRows(rows, valueOf, sort.direction) : rows;
  const shown = pageWindow(sorted.length, page, PAGE_SIZE);
  return (
    <Panel aria-label="Databases">
      <ul>
        {sorted.slice(shown.from, shown.to).map((row) => (
          <Card key={row.id}>
            <Link href={hrefOf(row.id)}>{row.name}</Link>
            <LoadValue average={row.db_activity_average} />
            <span>
              {findService(row.service)?.displayName ?? row.service} · {row.region}
              <br />
              <Link variant="plain" href={hrefOf(row.id)}>
                {row.tenant_count === 1 ? '1 tenant' : `${row.tenant_count.toLocaleString('en-GB')} tenants`}
              </Link>
            </span>
            <ActivitySpark row={row} from={from} />
            <code>{row.identifier}</code>
            <code>{row.endpoint}</code>
          </Card>
        ))}
      </ul>
      <Foot>
        {shown.from + 1}–{shown.to} of {sorted.length.toLocaleString('en-GB')}
        <Pager label="Databases" page={shown.page} pages={shown.pages} onPage={setPage} />
      </Foot>
    </Panel>
  );
}
