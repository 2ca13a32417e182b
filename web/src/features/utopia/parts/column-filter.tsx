import type { UtopiaColumn } from '@mission-control/contract/utopia/columns';
import { OPERATORS, readComparison } from '@mission-control/contract/utopia/filters';
import { memo } from 'react';
import { Input, Select } from '../../../ui/field/field-parts.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { ChoiceFilter } from './choice-filter.tsx';

interface ColumnFilterProps {
  column: UtopiaColumn;
  filter: string | readonly string[] | undefined;
  /** The values there are, of a column that is filtered by them. */
  values: readonly string[];
  /** Always the same one. */
  onFilter: (key: string, filter: string | readonly string[]) => void;
}

const small = { height: 28, fontSize: 12.5 } as const;
const Box = styled('div')({ '& > input': small });
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: '48px minmax(0, 1fr)',
  gap: 4,
  '& > select, & > input': small,
  '& > select': { padding: '0 20px 0 6px', backgroundPosition: 'calc(100% - 11px) 50%, calc(100% - 6px) 50%' },
  '& > input': { padding: '0 6px' },
});

/** The filter of one column: words in it, an operator and a number, or values to choose. Drawn again only when it changes. */
export const ColumnFilter = memo(function ColumnFilter({ column, filter, values, onFilter: onAny }: ColumnFilterProps) {
  const onFilter = (next: string | readonly string[]) => onAny(column.key, next);
  const name = `Filter ${column.title}`;
  if (column.kind === 'choice') {
    const chosen = Array.isArray(filter) ? (filter as readonly string[]) : [];
    return <ChoiceFilter name={name} values={values} chosen={chosen} onFilter={onFilter} />;
  }
  const text = typeof filter === 'string' ? filter : '';
  if (column.kind === 'text') {
    return (
      <Box>
        <Input
          type="search"
          aria-label={name}
          value={text}
          placeholder="Contains"
          autoComplete="off"
          onChange={(event) => onFilter(event.target.value)}
        />
      </Box>
    );
  }
  const { operator, value } = readComparison(text);
  return (
    <Pair>
      <Select
        aria-label={`${name}: operator`}
        value={operator}
        onChange={(event) => onFilter(`${event.target.value}${value}`)}
      >
        <option value="" aria-label="No operator" />
        {OPERATORS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      <Input
        type="number"
        aria-label={`${name}: value`}
        value={value}
        onChange={(event) => onFilter(`${operator}${event.target.value}`)}
      />
    </Pair>
  );
});
