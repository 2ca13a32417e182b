import { act, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { DialogFrame } from '../dialog/dialog-frame.tsx';
import { DataTable } from './data-table.tsx';

const rows = [{ id: 'oak' }, { id: 'elm' }, { id: 'ash' }];
const getRowId = (row: { id: string }) => row.id;

/** A table whose second row has opened a dialog with a table. */
function open() {
  const drawn: string[] = [];
  const onRowOpen = vi.fn<(row: { id: string }) => void>();
  const dialog = createPortal(
    <table>
      <tbody>
        <tr tabIndex={0}>
          <td>within the dialog</td>
        </tr>
      </tbody>
    </table>,
    document.body,
  );
  const cell = (row: { id: string }) => {
    drawn.push(row.id);
    return row.id === 'elm' ? <b>elm {dialog}</b> : row.id;
  };
  const columns = [{ id: 'name', header: 'Name', text: null, cell }];
  const table = (selectedId: string | null) => (
    <DataTable label="Trees" columns={columns} rows={rows} {...{ getRowId, selectedId, onRowOpen }} />
  );
  const { rerender } = render(table(null));
  return {
    drawn,
    opened: () => onRowOpen.mock.calls.map(([row]) => row.id),
    select: (id: string) => rerender(table(id)),
  };
}

const rowOf = (text: string): HTMLElement => {
  const row = screen.getByText(text).closest('tr');
  if (!row) throw new Error(`There is no row ${text}.`);
  return row;
};

const focus = (row: HTMLElement) => act(() => row.focus());

it('opens the row that is double-clicked, or focused when Enter is pressed', () => {
  const { opened } = open();
  fireEvent.doubleClick(screen.getByText('ash'));
  focus(rowOf('oak'));
  fireEvent.keyDown(rowOf('oak'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf('elm'));
  fireEvent.keyDown(rowOf('elm'), { key: 'Enter' });
  expect(opened()).toEqual(['ash', 'elm']);
});

it('ignores the rows of a table in a dialog that a cell has opened', () => {
  const { opened } = open();
  focus(rowOf('elm'));
  const other = rowOf('within the dialog');
  fireEvent.doubleClick(other);
  focus(other);
  fireEvent.keyDown(other, { key: 'Enter' });
  expect(opened()).toEqual([]);
  expect(rowOf('elm').tabIndex).toBe(0);
});

it('renders only the rows again that have changed', () => {
  const { drawn, select } = open();
  drawn.length = 0;
  select('ash');
  expect(drawn).toEqual(['ash']);
});

it('keeps the focus on a row when Page Down and Page Up turn the page', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ id: `tree ${at}` }));
  const columns = [{ id: 'name', header: 'Name', cell: getRowId }];
  render(<DataTable label="Trees" columns={columns} rows={many} getRowId={getRowId} onRowOpen={() => undefined} />);
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  focus(rowOf('tree 4'));
  press('PageDown');
  expect(document.activeElement).toBe(rowOf('tree 10'));
  press('PageDown');
  expect(document.activeElement).toBe(rowOf('tree 20'));
  press('PageUp');
  expect(document.activeElement).toBe(rowOf('tree 10'));
});

it('leaves the focus alone when a row is removed after Page Down on the last page', () => {
  const columns = [{ id: 'name', header: 'Name', cell: getRowId }];
  const table = (shown: typeof rows) => (
    <DataTable label="Trees" columns={columns} rows={shown} getRowId={getRowId} onRowOpen={() => undefined} />
  );
  const { rerender } = render(table(rows));
  focus(rowOf('oak'));
  fireEvent.keyDown(rowOf('oak'), { key: 'PageDown' });
  act(() => rowOf('oak').blur());
  rerender(table(rows.slice(1)));
  expect(document.activeElement).toBe(document.body);
});

it('moves the focus from a removed row to the one in its place, and from the last one to the page', () => {
  const opening = { onRowOpen: () => undefined };
  const columns = [
    { id: 'name', header: 'Name', text: null, cell: (row: { id: string }) => <button>Delete {row.id}</button> },
  ];
  const table = (shown: typeof rows, more: object) => (
    <main tabIndex={-1}>
      <DataTable label="Trees" columns={columns} rows={shown} getRowId={getRowId} empty="None" {...more} />
    </main>
  );
  const { rerender } = render(table(rows, opening));
  focus(rowOf('Delete elm'));
  rerender(table([{ id: 'oak' }, { id: 'ash' }], opening));
  expect(document.activeElement).toBe(rowOf('Delete ash'));
  rerender(table([{ id: 'oak' }], opening));
  expect(document.activeElement).toBe(rowOf('Delete oak'));
  rerender(table(rows, {}));
  const button = (name: string) => screen.getByRole('button', { name: `Delete ${name}` });
  focus(button('oak'));
  rerender(table([{ id: 'ash' }], {}));
  expect(document.activeElement).toBe(button('ash'));
  rerender(table([], {}));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('leaves the focus to the dialog that it is in, when that closes', () => {
  const page = (isOpen: boolean) => (
    <main tabIndex={-1}>
      <button>Open</button>
      <DialogFrame open={isOpen} title="Trees" footer={null} onClose={() => undefined}>
        <DataTable
          label="Trees"
          columns={[
            { id: 'name', header: 'Name', text: null, cell: (row: { id: string }) => <button>{row.id}</button> },
          ]}
          rows={rows}
          getRowId={getRowId}
          empty="None"
        />
      </DialogFrame>
    </main>
  );
  const { rerender } = render(page(false));
  const opener = screen.getByRole('button', { name: 'Open' });
  focus(opener);
  rerender(page(true));
  focus(screen.getByRole('button', { name: 'oak' }));
  rerender(page(false));
  expect(document.activeElement).toBe(opener);
});
