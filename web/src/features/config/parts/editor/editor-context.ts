import { createContext, use } from 'react';
import type { ConfigEditor } from './use-config-editor.ts';
import type { ViewState } from './use-view.ts';

/** State shared by the parts of an open editor. */
export interface EditorScope {
  editor: ConfigEditor;
  view: ViewState;
}

export const EditorContext = createContext<EditorScope | null>(null);

/** The enclosing editor. */
export function useEditor(): EditorScope {
  const scope = use(EditorContext);
  if (scope === null) throw new Error('This part must be inside a config editor.');
  return scope;
}
