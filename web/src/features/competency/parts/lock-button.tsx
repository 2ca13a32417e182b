import { mdiLockOpenOutline, mdiLockOutline } from '@mdi/js';
import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { COMPETENCY_TOPIC, sendLocked } from '../queries.ts';

/** Makes a mapping read-only for everybody, or lets it be filled in again. */
export function LockButton({ mapping }: { mapping: CompetencyMappingRow }) {
  const client = useQueryClient();
  const name = `${mapping.from.tenant_name}->${mapping.to.tenant_name}`;
  const { mutate, isPending } = useMutation({
    mutationFn: (locked: boolean) => sendLocked(mapping.hash, locked),
    onSuccess: async ({ locked }) => {
      toast.success(locked ? `Locked mapping ${name}` : `Unlocked mapping ${name}`);
      await invalidateTopics(client, [COMPETENCY_TOPIC]);
    },
    onError: (error) => toastError(error),
  });
  const word = mapping.locked ? 'Unlock' : 'Lock';
  return (
    <ActionButton
      size="small"
      icon={mapping.locked ? mdiLockOpenOutline : mdiLockOutline}
      pending={isPending}
      aria-label={`${word} ${name}`}
      onClick={() => mutate(!mapping.locked)}
    >
      {word}
    </ActionButton>
  );
}
