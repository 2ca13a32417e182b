import type { Column } from '../../../ui/table-column.ts';
import type { ConfigRow } from '../state/rows.ts';
import { NameCell } from './name-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { ValueCell } from './value-cell.tsx';

/** Name, Type, Value, Actions [CFG-01]. */
export const CONFIG_COLUMNS: readonly Column<ConfigRow>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => <NameCell row={row} />,
    sortValue: (row) => row.key,
    width: 340,
    narrowWidth: 172,
    sticky: true,
  },
  { id: 'type', header: 'Type', cell: (row) => row.typeLabel, sortValue: (row) => row.typeLabel, width: 144 },
  { id: 'value', header: 'Value', cell: (row) => <ValueCell row={row} />, narrowWidth: 200 },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <RowActions row={row} />,
    align: 'right',
    width: 128,
    narrowWidth: 140,
  },
];
