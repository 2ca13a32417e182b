import { useEditor } from './editor-context.ts';
import { ItemDialog } from './item-dialog.tsx';
import { localItem } from './use-config-editor.ts';

/** The dialog that the address names: add, or edit one setting. */
export function ItemDialogs() {
  const { editor, view } = useEditor();
  if (view.panel === 'add') return <ItemDialog key="add" item={null} onClose={() => view.open(null)} />;
  const item = view.edit === null ? undefined : localItem(view.edit, editor);
  return item ? <ItemDialog key={item.key} item={item} onClose={() => view.openItem(null)} /> : null;
}
