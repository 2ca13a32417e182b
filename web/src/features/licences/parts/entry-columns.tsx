import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';
import type { Entry } from '../state/entries.ts';

const Text = styled('span')({
  ...monoText,
  fontSize: 12,
  lineHeight: '20px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  // The edit dialog shows the rest.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  '&[data-empty]': { color: color.text3 },
});
const Row = styled('div')({ display: 'flex', justifyContent: 'flex-end' });

/** [LIC-01] */
export const entryColumns = (
  onEdit: (entry: Entry) => void,
  onDelete: (entry: Entry) => void,
): readonly Column<Entry>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 320,
    narrowWidth: 110,
    strong: true,
    wrap: true,
    sortValue: (row) => row.name,
    cell: (row) => <Text>{row.name}</Text>,
  },
  {
    id: 'value',
    header: 'Value',
    narrowWidth: 108,
    wrap: true,
    sortValue: (row) => String(row.value),
    cell: ({ value }) => (value === '' ? <Text data-empty>empty</Text> : <Text>{String(value)}</Text>),
  },
  {
    id: 'actions',
    header: 'Actions',
    text: null,
    width: 104,
    narrowWidth: 96,
    align: 'right',
    hideHeaderOnNarrow: true,
    cell: (row) => (
      <Row>
        <IconButton icon={mdiPencilOutline} label={`Edit ${row.name}`} onClick={() => onEdit(row)} />
        <IconButton icon={mdiTrashCanOutline} label={`Delete ${row.name}`} onClick={() => onDelete(row)} />
      </Row>
    ),
  },
];
