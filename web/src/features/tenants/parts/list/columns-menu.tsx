import { mdiTableColumn } from '@mdi/js';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../lib/lazy-part.ts';
import { MenuButton } from '../../../../ui/action/menu-button.tsx';
import type { ListColumns } from '../../list/use-list-columns.ts';
import { movableColumns, tenantColumns } from './tenant-columns.tsx';

const ColumnsDialog = lazyPart(() => import('./columns-dialog.tsx').then((module) => module.ColumnsDialog));

/** Visible columns; as many as fit unless chosen. */
export function ColumnsMenu({ columns }: { columns: ListColumns }) {
  const { shown, text, change, reset } = columns;
  const [arranging, setArranging] = useState(false);
  const isShown = (id: string) => shown.some((column) => column.id === id);
  const hidden = movableColumns.filter(({ id }) => !isShown(id)).length;
  return (
    <>
      <MenuButton
        label="Columns"
        icon={mdiTableColumn}
        count={hidden === 0 ? undefined : `${tenantColumns.length - hidden} of ${tenantColumns.length}`}
        items={[
          { id: 'automatic', label: 'As many as fit', selected: text === undefined, onSelect: reset },
          ...movableColumns.map(({ id, header }) => ({
            id,
            label: header,
            checked: isShown(id),
            onSelect: () => change({ toggle: id }),
          })),
          { id: 'arrange', label: 'Order and widths', onSelect: () => setArranging(true) },
        ]}
      />
      <Suspense fallback={null}>
        {arranging ? <ColumnsDialog columns={columns} onClose={() => setArranging(false)} /> : null}
      </Suspense>
    </>
  );
}
