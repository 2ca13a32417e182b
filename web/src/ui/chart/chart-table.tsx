import { styled } from '../theme/styled.ts';
import { color } from '../theme/tokens.ts';

const Root = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 12.5,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: 28,
    padding: '2px 8px',
    textAlign: 'right',
    borderBottom: `1px solid ${color.lineSoft}`,
    color: color.text2,
    fontWeight: 400,
  },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0, overflowWrap: 'anywhere', color: color.text },
  '& thead th': {
    color: color.text3,
    fontSize: 12,
    fontWeight: 500,
    position: 'sticky',
    top: 0,
    background: color.surface,
  },
});

interface ChartTableProps {
  label: string;
  heads: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly [string, ...string[]])[];
}

/** The numbers of a chart as a table. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  return (
    <Root aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={heads[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Root>
  );
}
