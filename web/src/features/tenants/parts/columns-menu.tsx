import { mdiTableColumn } from '@mdi/js';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { canHide } from '../list-columns.ts';
import type { ListColumns } from '../use-list-columns.ts';
import { tenantColumns } from './tenant-columns.tsx';

const HIDEABLE = tenantColumns.flatMap(({ id, header }) =>
  canHide(id) && typeof header === 'string' ? [{ id, header }] : [],
);

/** Which columns the list shows; without a choice as many as there is room for. */
export function ColumnsMenu({ columns }: { columns: ListColumns }) {
  const { hidden, automatic, toggle, reset } = columns;
  return (
    <MenuButton
      label="Columns"
      icon={mdiTableColumn}
      count={hidden.length === 0 ? undefined : `${tenantColumns.length - hidden.length} of ${tenantColumns.length}`}
      items={[
        {
          id: 'automatic',
          label: 'As many as fit',
          selected: automatic,
          onSelect: reset,
        },
        ...HIDEABLE.map(({ id, header }) => ({
          id,
          label: header,
          checked: !hidden.includes(id),
          onSelect: () => toggle(id),
        })),
      ]}
    />
  );
}
