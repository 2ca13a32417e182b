import { ConfigTable } from './config-table.tsx';
import { ConfigToolbar } from './config-toolbar.tsx';
import { useEditor } from './editor-context.ts';
import { ServersScreen } from './servers-screen.tsx';

/** The settings, or what the servers have of them. */
export function EditorScreen() {
  const { view } = useEditor();
  if (view.screen === 'servers') return <ServersScreen />;
  return (
    <>
      <ConfigToolbar />
      <ConfigTable />
    </>
  );
}
