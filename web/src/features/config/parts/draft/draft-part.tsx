import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useCallback, useMemo, useState } from 'react';
import { DraftBanner } from '../../../../lib/draft/draft-banner.tsx';
import { useDraft } from '../../../../lib/draft/use-draft.ts';
import { draftConflict, readDraft, writeDraft, type ConfigDraft } from './config-draft.ts';
import type { Choices } from '../../../../lib/draft/resolve-conflicts-dialog.tsx';
import { resolveActions, type SaveConflict } from '../../state/conflict.ts';
import { editsReducer } from '../../state/edits.ts';
import { rebase } from '../../state/rebase.ts';
import { ConflictDialog } from '../editor/conflict-dialog.tsx';
import { useEditor } from '../editor/editor-context.ts';
import type { ConfigEditor } from '../editor/use-config-editor.ts';

/** The conflict of restored edits, with the saved settings at that time. */
interface Kept {
  conflict: SaveConflict;
  saved: ConfigEditor['saved'];
}

/** Stores the edits on the server and offers earlier ones; conflicting settings are resolved one by one. */
export function DraftPart() {
  const { target, saved, state, rebased, edits, dispatch } = useEditor().editor;
  const [kept, setKept] = useState<Kept | null>(null);
  const restore = (draft: ConfigDraft) => {
    const action = { type: 'restore' as const, edits: new Map(draft) };
    const conflict = draftConflict(rebase(editsReducer(edits, action), saved, state.revision), saved, state);
    dispatch(action);
    setKept(conflict && { conflict, saved });
  };
  const draft = useDraft({
    page: FORM_PAGE.config(target.tenantId, target.kind),
    base: state.revision,
    edits: useMemo(() => writeDraft(rebased.edits), [rebased.edits]),
    read: useCallback((stored: unknown) => readDraft(stored, saved, state.revision), [saved, state.revision]),
    restore,
  });
  const resolve = (choices: Choices) => {
    if (kept === null) return;
    for (const action of resolveActions(kept.conflict, choices, kept.saved)) dispatch(action);
    setKept(null);
  };
  return (
    <>
      <DraftBanner draft={draft} />
      {kept === null ? null : (
        <ConflictDialog ofDraft conflict={kept.conflict} onResolve={resolve} onClose={() => setKept(null)} />
      )}
    </>
  );
}
