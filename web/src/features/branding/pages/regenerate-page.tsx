import { mdiAutorenew } from '@mdi/js';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Stack } from '../parts/layout.ts';
import { RegenerateCard } from '../parts/regenerate-card.tsx';
import { RegenerateProgress } from '../parts/regenerate-progress.tsx';
import { useRegenerate } from '../use-regenerate.ts';

/** Generates the brandings of all active tenants again: /tools/regenerate-brandings. */
export function RegeneratePage() {
  const regenerate = useRegenerate();
  const { tenants, loading, branch, run, begin } = regenerate;
  const [asking, setAsking] = useState(false);
  const count = tenants?.length ?? 0;
  return (
    <PageFrame
      title="Regenerate brandings"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Regenerate brandings' }]}
      actions={
        <ActionButton
          variant="primary"
          icon={mdiAutorenew}
          pending={run.running}
          disabledReason={loading ? 'The brandings are being read' : tenants ? null : 'The tenants could not be read'}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          Regenerate all
        </ActionButton>
      }
    >
      <Stack style={{ maxWidth: 760 }}>
        <RegenerateCard {...regenerate} />
        {run.branch === null ? null : <RegenerateProgress {...regenerate} />}
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Regenerate all brandings?"
        confirmLabel="Confirm"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          begin(tenants ?? []);
        }}
      >
        <p>
          {count === 1 ? 'The files of 1 tenant are' : `The files of ${count.toLocaleString('en-GB')} tenants are`}{' '}
          compiled {branch === '' ? '' : `from ${branch} `}and published, one tenant after the other. A failure does not
          stop the others. When this tab is closed before the end, this page offers to go on.
        </p>
      </ConfirmDialog>
    </PageFrame>
  );
}
