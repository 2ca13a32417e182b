import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { toast } from '../../../ui/toast.ts';
import { configQuery, configTopic, save, type SaveBody } from '../queries.ts';
import { readConflict, resolveActions, type Choices, type SaveConflict } from '../state/conflict.ts';
import { editsReducer, type Edits } from '../state/edits.ts';
import { byKey, localItems } from '../state/local-config.ts';
import { rebase } from '../state/rebase.ts';
import { saveBody } from '../state/save-diff.ts';
import { announceMerged, announceRemarks } from './announce.ts';
import type { ConfigEditor } from './use-config-editor.ts';

/** Which config, for a message that is read when the page may be another one. */
const nameOf = ({ kind, tenant }: ConfigEditor): string => `${kind.label} config of ${tenant.tenant_name}`;

/** Saving the local edits: what is sent, what the answer says, and what to do when somebody else was first. */
export function useSave(editor: ConfigEditor, closeReview: () => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const { target, dispatch } = editor;
  const sending = useMutation({
    mutationFn: ({ body }: { body: SaveBody; sent: Edits; known: number }) => save(target, body),
    onSuccess: async (answer, { sent, known }) => {
      await invalidateTopics(client, [configTopic(target)]);
      dispatch({ type: 'saved', sent, revision: answer.revision });
      // Not sooner: whoever leaves the page on reading it must not be asked about unsaved changes.
      toast.success('Config successfully saved', { detail: `${nameOf(editor)}, revision ${answer.revision}` });
      for (const warning of answer.warnings) toast.error(warning);
      closeReview();
      // Without it the cached config counts as outdated and unsaved changes are told from the saved one.
      await editor.cache.refresh(answer.revision).catch(() => null);
      await Promise.all([announceMerged(client, target, { known, saved: answer.revision }), announceRemarks(target)]);
    },
    onError: (error) => {
      const clash = error instanceof ApiError && error.status === 409 ? readConflict(error.details) : null;
      setConflict(clash);
      if (clash === null) {
        toastError(error);
        return;
      }
      closeReview();
      void invalidateTopics(client, [configTopic(target)]);
    },
  });

  async function resolve(choices: Choices) {
    if (conflict === null) return;
    const actions = resolveActions(conflict, choices);
    const edits = actions.reduce(editsReducer, editor.edits);
    const { items, state } = await client.query({ ...configQuery(target), staleTime: 0 });
    const saved = byKey(items);
    const rebased = rebase(edits, saved, state.revision);
    for (const action of actions) dispatch(action);
    setConflict(null);
    if (rebased.edits.size === 0) closeReview();
    else send(saveBody(saved.values(), localItems(saved, rebased.edits), rebased.baseRevision), edits, state.revision);
  }

  function send(body: SaveBody, sent: Edits, known: number) {
    sending.mutate({ body, sent, known });
  }

  return {
    saving: sending.isPending,
    conflict,
    save: () =>
      send(
        saveBody(editor.saved.values(), editor.local, editor.rebased.baseRevision),
        editor.edits,
        editor.state.revision,
      ),
    resolve: (choices: Choices) => void resolve(choices).catch(toastError),
    /** Back to editing; nothing was saved. */
    dismissConflict: () => setConflict(null),
  };
}
