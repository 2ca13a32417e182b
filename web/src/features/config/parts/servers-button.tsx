import { mdiCompareHorizontal } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useEditor } from './editor-context.ts';

/** Shows saved, committed and published side by side, or the settings again. */
export function ServersButton() {
  const { view } = useEditor();
  const shown = view.screen === 'servers';
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiCompareHorizontal}
      aria-expanded={shown}
      onClick={() => view.show(shown ? 'settings' : 'servers')}
    >
      Compare with servers
    </ActionButton>
  );
}
