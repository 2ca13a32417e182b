import { IGNORE, IMPORTABLE_COLUMNS, duplicateColumn } from '@mission-control/contract/members/columns';
import { memo } from 'react';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis } from '../../../ui/theme/tokens.ts';
import type { LineWindow } from '../sheet-window.ts';
import { COLUMN_PX, NUMBER_PX } from './sheet-parts.ts';

interface SheetHeadProps {
  header: readonly string[];
  headers: readonly string[];
  duplicates: ReadonlySet<string>;
  columns: LineWindow;
  onMap: (column: number, header: string) => void;
}

const CHOICES = [IGNORE, ...IMPORTABLE_COLUMNS].map((name) => ({ value: name, label: name }));

const Name = styled('div')({
  ...ellipsis,
  marginBottom: 6,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  color: color.text,
  '&[data-nameless]': { fontWeight: 500, color: color.text3 },
});

/** The columns of the spreadsheet, and a choice for each of what it is imported as [IMP-03]. */
export function SheetHead({ header, headers, duplicates, columns: { from, to }, onMap }: SheetHeadProps) {
  return (
    <>
      <colgroup>
        <col style={{ width: NUMBER_PX }} />
        {from > 0 ? <col style={{ width: from * COLUMN_PX }} /> : null}
        {header.slice(from, to).map((_, index) => (
          <col key={from + index} style={{ width: COLUMN_PX }} />
        ))}
        {to < header.length ? <col style={{ width: (header.length - to) * COLUMN_PX }} /> : null}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" aria-colindex={1}>
            Row
          </th>
          {from > 0 ? <td aria-hidden /> : null}
          {header.slice(from, to).map((name, index) => {
            const chosen = headers[from + index] ?? IGNORE;
            return (
              <HeadCell
                // Names may come twice; a column keeps its place.
                key={from + index}
                place={from + index}
                name={name}
                chosen={chosen}
                twice={duplicates.has(chosen)}
                onMap={onMap}
              />
            );
          })}
          {to < header.length ? <td aria-hidden /> : null}
        </tr>
      </thead>
    </>
  );
}

interface HeadCellProps {
  place: number;
  name: string;
  chosen: string;
  twice: boolean;
  onMap: (column: number, header: string) => void;
}

const HeadCell = memo(function HeadCell({ place, name, chosen, twice, onMap }: HeadCellProps) {
  const shown = name.trim() === '' ? `Column ${place + 1}` : name;
  return (
    <th
      scope="col"
      aria-colindex={place + 2}
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <Name title={shown} data-nameless={shown !== name || undefined}>
        {shown}
      </Name>
      <SelectField
        label={`Import ${shown} as`}
        hideLabel
        options={CHOICES}
        value={chosen}
        error={twice ? duplicateColumn(chosen) : null}
        onChange={(event) => onMap(place, event.target.value)}
      />
    </th>
  );
});
