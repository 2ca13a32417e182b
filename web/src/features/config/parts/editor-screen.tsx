import { useUrlText } from '../../../lib/use-url-text.ts';
import { ConfigTable } from './config-table.tsx';
import { ConfigToolbar } from './config-toolbar.tsx';
import { useEditor } from './editor-context.ts';
import { ServersScreen } from './servers-screen.tsx';

/** The settings, or what the servers have of them. */
export function EditorScreen() {
  const { view } = useEditor();
  return view.screen === 'servers' ? <ServersScreen /> : <SettingsScreen />;
}

/** Only this part is drawn again with every key that is typed into the search; the address follows after a pause. */
function SettingsScreen() {
  const { view } = useEditor();
  const [search, setSearch] = useUrlText(view.search, view.setSearch);
  return (
    <>
      <ConfigToolbar search={search} onSearch={setSearch} />
      <ConfigTable search={search} onClear={() => setSearch('')} />
    </>
  );
}
