import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import {
  configQuery,
  configTopics,
  save,
  type SaveBody,
  revisionsQuery,
  validate,
  type ConfigRef,
} from '../../queries.ts';
import type { Choices } from '../../../../lib/draft/resolve-conflicts-dialog.tsx';
import { readConflict, resolveActions, type SaveConflict } from '../../state/conflict.ts';
import { editsReducer, type Edits, saveBody } from '../../state/edits.ts';
import { byKey, localItems } from '../../state/local-config.ts';
import { rebase } from '../../state/rebase.ts';
import type { ConfigEditor } from './use-config-editor.ts';

/** Reports the concurrent saves this one was merged with: revisions after `known` and before `saved`. */
async function announceMerged(
  client: QueryClient,
  target: ConfigRef,
  { known, saved }: { known: number; saved: number },
): Promise<void> {
  if (saved <= known + 1) return;
  const { revisions } = await client.query({ ...revisionsQuery(target), staleTime: 0 });
  for (const { number, author } of revisions.filter((revision) => revision.number > known && revision.number < saved)) {
    toast.info(`${author} saved revision ${number}. Your edits do not overlap and were merged.`);
  }
}

/** Validates the saved config and reports every result [CFG-47]. */
async function announceRemarks(target: ConfigRef): Promise<void> {
  const { errors, warnings } = await validate(target);
  for (const message of errors) toast.error(message);
  for (const message of warnings) toast.warning(message);
}

/** Names the config, for a message that may be read on another page. */
const nameOf = ({ kind, tenant }: ConfigEditor): string => `${kind.label} config of ${tenant.tenant_name}`;

/** Saves the local edits and handles the response, including conflicts. */
export function useSave(editor: ConfigEditor, closeReview: () => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const { target, dispatch } = editor;
  const sending = useMutation({
    mutationFn: ({ body }: { body: SaveBody; sent: Edits; known: number }) => save(target, body),
    onSuccess: async (answer, { sent, known }) => {
      await invalidateTopics(client, configTopics(target));
      dispatch({ type: 'saved', sent, revision: answer.revision });
      // Only now: a user who leaves on reading this message must not be asked about unsaved changes.
      toast.success('Config successfully saved', { detail: `${nameOf(editor)}, revision ${answer.revision}` });
      for (const warning of answer.warnings) toast.error(warning);
      closeReview();
      // Without the refresh, the cached config counts as outdated, and unsaved changes are relative to the saved one.
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
      void invalidateTopics(client, configTopics(target));
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
    if (rebased.edits.size === 0) return closeReview();
    const body = saveBody(saved.values(), localItems(saved, rebased.edits), rebased.baseRevision);
    sending.mutate({ body, sent: edits, known: state.revision });
  }

  return {
    saving: sending.isPending,
    conflict,
    save: () =>
      sending.mutate({
        body: saveBody(editor.saved.values(), editor.local, editor.rebased.baseRevision),
        sent: editor.edits,
        known: editor.state.revision,
      }),
    resolve: (choices: Choices) => void resolve(choices).catch(toastError),
    /** Returns to editing; nothing was saved. */
    dismissConflict: () => setConflict(null),
  };
}
