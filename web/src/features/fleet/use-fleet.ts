import type { CallRequest } from '@mission-control/contract/call';
import { listFleetItems, previewFleetItem, saveFleetItem } from '@mission-control/contract/fleet/calls';
import type { ItemImpact } from '@mission-control/contract/fleet/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { clearError } from '../../lib/api/use-change.ts';
import { isObject } from '../../lib/is-object.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { useWhileMounted } from '../../ui/dialog/use-dialog.ts';
import { toast } from '../../ui/toast/toast.ts';

export const FLEET_TOPICS = [TOPIC.environments, TOPIC.tenants, TOPIC.databases];

export type Fields = Readonly<Record<string, unknown>>;
/** A save as built by a form; the server validates the fields. */
export interface Save {
  kind: CallRequest<typeof saveFleetItem>['body']['kind'];
  key: string | null;
  base: Fields | null;
  fields: Fields;
}

const requestOf = (save: Save) => ({ body: save as unknown as CallRequest<typeof saveFleetItem>['body'] });

/** A field that somebody else has changed since the form was opened. */
export interface FieldConflict {
  field: string;
  now: unknown;
}

function conflictsOf(error: ApiError | null): readonly FieldConflict[] {
  const details = error?.code === 'conflict' ? error.details : null;
  const changes = isObject(details) ? details.changes : null;
  return Array.isArray(changes) ? (changes as FieldConflict[]) : [];
}

/** Saves in two steps: first shows the effects, if there are any. @param done success message */
export function useSaveItem(done: string, onDone: (key: string) => void) {
  const client = useQueryClient();
  const [impact, setImpact] = useState<ItemImpact | null>(null);
  const edits = useRef(0);
  const close = useWhileMounted(onDone);
  const save = useMutation({
    mutationFn: async ({ save: wanted, confirmed }: { save: Save; confirmed: boolean; edit: number }) => {
      const found = confirmed ? null : await api.send(previewFleetItem, requestOf(wanted));
      if (found && found.effects.length > 0) return found;
      return api.send(saveFleetItem, requestOf(wanted));
    },
    onSuccess: async (answer, { edit }) => {
      // Effects of fields that were edited meanwhile must not be confirmed.
      if ('effects' in answer) return edit === edits.current ? setImpact(answer) : undefined;
      toast.success(done);
      // A reopened form must start from the stored values.
      await client.invalidateQueries({ queryKey: [listFleetItems.name] });
      close(answer.key);
      await invalidateTopics(client, FLEET_TOPICS);
    },
    onError: (error) => {
      setImpact(null);
      if (Object.keys(error.fields).length === 0 && conflictsOf(error).length === 0) toastError(error);
    },
  });
  return {
    impact,
    pending: save.isPending,
    /** Errors by field name. */
    faults: Object.fromEntries(
      Object.entries(save.error?.fields ?? {}).map(([field, fault]) => [field.split('.')[1] ?? field, fault]),
    ) as Readonly<Record<string, string>>,
    conflicts: conflictsOf(save.error),
    submit: (wanted: Save) => save.mutate({ save: wanted, confirmed: impact !== null, edit: edits.current }),
    /** Clears the effects and errors after an edit. */
    reset: () => {
      edits.current += 1;
      setImpact(null);
      clearError(save);
    },
  };
}
