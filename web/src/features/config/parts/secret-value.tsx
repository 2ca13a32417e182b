import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../../lib/toast-error.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { reveal } from '../queries.ts';
import { SECRET_MASK } from '../state/masks.ts';
import type { ConfigRow } from '../state/rows.ts';
import { useEditor } from './editor-context.ts';
import { CellText, Row } from './layout.ts';
import { localItem } from './use-config-editor.ts';

/** A secret: masked until it is revealed, which the server records. What was typed in this tab needs no server. */
export function SecretValue({ row }: { row: ConfigRow }) {
  const { editor } = useEditor();
  const [shown, setShown] = useState<string | null>(null);
  const reading = useMutation({
    mutationFn: () => reveal(editor.target, row.key),
    onError: (error) => toastError(error),
  });
  const item = localItem(row.key, editor);
  const typedHere = row.mark !== null && item !== undefined && !item.masked;
  const show = () => {
    if (typedHere) setShown(item.value);
    else reading.mutate(undefined, { onSuccess: ({ value }) => setShown(value) });
  };
  return (
    <Row>
      <CellText gone={row.mark === 'removed'}>{shown ?? SECRET_MASK}</CellText>
      {shown === null ? (
        <IconButton
          icon={mdiEyeOutline}
          label={typedHere ? `Show ${row.key}` : `Reveal ${row.key} (recorded in the audit log)`}
          pending={reading.isPending}
          onClick={show}
        />
      ) : (
        <IconButton icon={mdiEyeOffOutline} label={`Hide ${row.key}`} onClick={() => setShown(null)} />
      )}
    </Row>
  );
}
