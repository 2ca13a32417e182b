import type { Column } from '../../../ui/table-column.ts';
import { monoText } from '../../../ui/tokens.ts';

/** A row of the system table. */
export interface SystemValue {
  name: string;
  value: string;
}

const mono = { ...monoText, fontSize: 12, overflowWrap: 'anywhere' } as const;

/** Name and value [SYS-01]. */
export const systemColumns: readonly Column<SystemValue>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 320,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: (row) => row.name,
    cell: (row) => (
      <span style={mono} title={row.name}>
        {row.name}
      </span>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    narrowWidth: 260,
    wrap: true,
    sortValue: (row) => row.value,
    cell: (row) => <span style={mono}>{row.value}</span>,
  },
];
