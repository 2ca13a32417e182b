import { numberText } from '@mission-control/contract/numbers';
import type { ReactNode } from 'react';
import { Panel } from '../layout/panel.tsx';
import { styled } from '../theme/styled.ts';
import { color } from '../theme/tokens.ts';
import { Pager } from './pager.tsx';
import { sortByColumn, type Column } from './table-column.ts';
import { pageWindow, type Sort } from './table-rows.ts';

const PAGE_SIZE = 10;

const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  minHeight: 52,
  padding: '0 12px',
  fontSize: 12,
  color: color.text2,
});

interface CardListProps<Row> {
  /** Names the list for screen readers. */
  label: string;
  rows: readonly Row[];
  /** Those of the table, which sort. */
  columns: readonly Column<Row>[];
  state: { sort: Sort; page: number; setPage: (page: number) => void };
  /** A list item with a key. */
  renderCard: (row: Row) => ReactNode;
}

/** The rows of a table as cards, for narrow screens. */
export function CardList<Row>({
  label,
  rows,
  columns,
  state: { sort, page, setPage },
  renderCard,
}: CardListProps<Row>) {
  const sorted = sortByColumn(rows, columns, sort);
  const shown = pageWindow(sorted.length, page, PAGE_SIZE);
  return (
    <Panel aria-label={label}>
      <ul>{sorted.slice(shown.from, shown.to).map(renderCard)}</ul>
      <Foot>
        {shown.from + 1}–{shown.to} of {numberText(sorted.length)}
        <Pager label={label} page={shown.page} pages={shown.pages} onPage={setPage} />
      </Foot>
    </Panel>
  );
}
