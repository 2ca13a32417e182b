import { mdiTrayArrowDown } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';

interface ExportButtonProps {
  /** Makes name and text of the file. */
  makeFile: () => { name: string; text: string };
  disabledReason: string | null;
}

/** Saves the shown rows as a file. It begins with a byte order mark, so that Excel reads names with accents. */
export function ExportButton({ makeFile, disabledReason }: ExportButtonProps) {
  const save = () => {
    const { name, text } = makeFile();
    const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <ActionButton icon={mdiTrayArrowDown} disabledReason={disabledReason} onClick={save}>
      Export to CSV
    </ActionButton>
  );
}
