import { mdiAlert, mdiAlertCircle } from '@mdi/js';
import { IGNORE } from '@mission-control/contract/members/columns';
import type { CellNote } from '@mission-control/contract/members/schema';
import { memo } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import type { SheetRow } from '../sheet/sheet-messages.ts';

interface SheetLineProps {
  /** Place of the member among all. */
  place: number;
  /** Of its row in the spreadsheet. */
  number: number;
  /** Undefined while it is on its way from the worker. */
  row: SheetRow | undefined;
  /** The columns that are drawn. */
  from: number;
  to: number;
  /** Of all columns. */
  count: number;
  headers: readonly string[];
  notes: readonly CellNote[];
}

/** One member. Drawn again only when something of it has changed. */
export const SheetLine = memo(function SheetLine(props: SheetLineProps) {
  const { place, number, row, from, to, count, headers, notes } = props;
  return (
    <tr aria-rowindex={place + 2} data-level={worstOf(notes)}>
      <th scope="row" aria-colindex={1} title={wordsOf(notes.filter(({ column }) => column < 0))}>
        {number.toLocaleString('en-GB')}
      </th>
      {from > 0 ? <td aria-hidden /> : null}
      {headers.slice(from, to).map((chosen, index) => (
        <Cell
          key={from + index}
          column={from + index}
          text={row?.[from + index]}
          loading={row === undefined}
          ignored={chosen === IGNORE}
          notes={notes.filter(({ column }) => column === from + index)}
        />
      ))}
      {to < count ? <td aria-hidden /> : null}
    </tr>
  );
});

interface CellProps {
  column: number;
  text: string | undefined;
  loading: boolean;
  ignored: boolean;
  notes: readonly CellNote[];
}

function Cell({ column, text, loading, ignored, notes }: CellProps) {
  const level = worstOf(notes);
  const words = wordsOf(notes);
  return (
    <td
      aria-colindex={column + 2}
      data-ignored={ignored || undefined}
      data-level={level}
      title={words === undefined ? text : `${words}\n${text}`}
    >
      {words === undefined ? null : (
        <Icon path={level === 'error' ? mdiAlertCircle : mdiAlert} size={14} label={words} />
      )}
      {loading ? <Skeleton width="60%" /> : text}
    </td>
  );
}

const worstOf = (notes: readonly CellNote[]): CellNote['level'] | undefined =>
  notes.some(({ level }) => level === 'error') ? 'error' : notes[0]?.level;

const wordsOf = (notes: readonly CellNote[]): string | undefined =>
  notes.length === 0 ? undefined : notes.map(({ message }) => message).join(' ');
