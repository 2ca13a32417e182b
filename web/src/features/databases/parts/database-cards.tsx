import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { serviceName } from '@mission-control/contract/catalogue';
import { countText } from '@mission-control/contract/numbers';
import { Link } from '../../../ui/action/link.tsx';
import { CardList } from '../../../ui/table/card-list.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import type { Sort } from '../../../ui/table/table-rows.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';
import { ActivitySpark, LoadValue } from './activity.tsx';

interface DatabaseCardsProps {
  rows: readonly DatabaseRow[];
  columns: readonly Column<DatabaseRow>[];
  state: { sort: Sort; page: number; setPage: (page: number) => void };
  from: Date;
  hrefOf: (id: number) => string;
}

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

/** The rows as cards, for narrow screens. */
export function DatabaseCards({ rows, columns, state, from, hrefOf }: DatabaseCardsProps) {
  return (
    <CardList
      label="Databases"
      {...{ rows, columns, state }}
      renderCard={(row) => (
        <Card key={row.id}>
          <Link href={hrefOf(row.id)}>{row.name}</Link>
          <LoadValue average={row.db_activity_average} />
          <span>
            {serviceName(row.service)} · {row.region}
            <br />
            <Link variant="plain" href={hrefOf(row.id)}>
              {countText(row.tenant_count, 'tenant')}
            </Link>
          </span>
          <ActivitySpark row={row} from={from} />
          <code>{row.identifier}</code>
          <code>{row.endpoint}</code>
        </Card>
      )}
    />
  );
}
