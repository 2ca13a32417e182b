import { mdiLockOpenVariant } from '@mdi/js';
import { getRun, releaseRun } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ExactTime } from '../../ui/display/relative-time.tsx';
import { api } from '../api/api.ts';
import { queryOf } from '../api/query.ts';
import { toastError } from '../toast/toast-error.ts';
import { useReadRefusal, useRoleRefusal } from '../role-refusal.ts';

/** Shows that a run can no longer be observed, and lets the user release its locks. */
export function UnseenRun({ run, since }: { run: RunRow; since: string }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const refusal = useRoleRefusal(releaseRun, 'release its locks');
  const roleRefusal = useReadRefusal(releaseRun, 'release its locks');
  const params = { id: run.id };
  const release = useMutation({
    mutationFn: () => api.send(releaseRun, { params }),
    onSuccess: (answer) => client.setQueryData(queryOf(getRun, { params }).queryKey, answer),
    onError: (error) => toastError(error),
  });
  const where = run.unseen_host === null ? 'its console' : `its console, or its command on ${run.unseen_host},`;
  return (
    <>
      <Banner
        live
        meaning="warn"
        title="It is unknown whether this run is still running."
        action={
          <ActionButton
            size="small"
            icon={mdiLockOpenVariant}
            pending={release.isPending}
            disabledReason={refusal}
            onClick={() => setAsking(true)}
          >
            Release its locks
          </ActionButton>
        }
      >
        Nothing has been heard from {where} since <ExactTime at={since} />. It keeps its locks until it reports again
        {roleRefusal === null ? ', or a release manager releases its locks.' : `. ${roleRefusal}`}
      </Banner>
      <ConfirmDialog
        open={asking}
        title={`Release the locks of run ${run.id}?`}
        confirmLabel="Release its locks"
        tone="danger"
        emphasis="cancel"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          release.mutate();
        }}
        removed={['Its locks. Other runs can then start immediately.']}
        kept={['Whatever it has done so far, and its output.']}
      >
        First check{run.unseen_host === null ? ' its target' : ` ${run.unseen_host} and its target`}: if it is still
        running there, the next run works alongside it.
      </ConfirmDialog>
    </>
  );
}
