import { mdiServerOutline } from '@mdi/js';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { useEditor } from './editor-context.ts';
import { useCheck } from './use-check.ts';

/** Re-reads the published files; hidden before the first commit, when there is nothing to compare. */
export function CheckButton() {
  const { editor } = useEditor();
  const check = useCheck(editor.target);
  if (editor.state.committed_hash === null) return null;
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiServerOutline}
      pending={check.isPending}
      onClick={() => check.mutate()}
    >
      Check servers
    </ActionButton>
  );
}
