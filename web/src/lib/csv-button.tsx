import { mdiTrayArrowDown } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { IconButton } from '../ui/action/icon-button.tsx';
import type { Column } from '../ui/table/table-column.ts';
import { toastError } from './toast/toast-error.ts';

interface CsvButtonProps<Row> {
  /** Names the table and its file. */
  label: string;
  columns: readonly Column<Row>[];
  /** All rows in their order, or what loads them. */
  rows: readonly Row[] | (() => Promise<readonly Row[]>);
}

/** Downloads a table as CSV. */
export function CsvButton<Row>({ label, columns, rows }: CsvButtonProps<Row>) {
  const download = useMutation({
    mutationFn: async () => {
      const all = typeof rows === 'function' ? await rows() : rows;
      const { downloadTable } = await import('./table-csv.ts');
      downloadTable(label, columns, all, new Date());
    },
    onError: (error) => toastError(error),
  });
  return (
    <IconButton
      icon={mdiTrayArrowDown}
      label={`Download ${label} as CSV`}
      pending={download.isPending}
      onClick={() => download.mutate()}
    />
  );
}
