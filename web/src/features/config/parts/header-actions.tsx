import { mdiCloudUploadOutline, mdiContentSaveOutline, mdiDownloadOutline, mdiRestore } from '@mdi/js';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { commitGate } from '../state/commit-gate.ts';
import { changesText } from '../state/save-diff.ts';
import { downloadConfig } from './download-config.ts';
import { useEditor } from './editor-context.ts';

const SAME = 'Nothing differs from the saved config';

/** Reset, Download JSON, Commit, Save. */
export function HeaderActions({ saving, committing }: { saving: boolean; committing: boolean }) {
  const { editor, view } = useEditor();
  const { unsaved, state, drift } = editor;
  const gate = commitGate({ state, drifted: drift !== null, unsaved, saving });
  const same = unsaved === 0 ? SAME : null;
  return (
    <>
      <ResetButton disabledReason={same} />
      <ActionButton variant="ghost" icon={mdiDownloadOutline} iconOnNarrow onClick={() => downloadConfig(editor)}>
        Download JSON
      </ActionButton>
      {gate.shown ? (
        <ActionButton
          variant={gate.reason === null ? 'tonal' : 'secondary'}
          icon={mdiCloudUploadOutline}
          count={gate.reason === null && state.changes_waiting > 0 ? state.changes_waiting : undefined}
          disabledReason={gate.reason}
          pending={committing}
          aria-haspopup="dialog"
          onClick={() => view.open('commit')}
        >
          Commit
        </ActionButton>
      ) : null}
      <ActionButton
        variant={view.panel === 'review' && unsaved > 0 ? 'tonal' : 'primary'}
        icon={mdiContentSaveOutline}
        count={unsaved > 0 ? unsaved : undefined}
        disabledReason={same}
        pending={saving}
        aria-haspopup="dialog"
        aria-expanded={view.panel === 'review' && unsaved > 0}
        onClick={() => view.open('review')}
      >
        Save
      </ActionButton>
    </>
  );
}

function ResetButton({ disabledReason }: { disabledReason: string | null }) {
  const { editor } = useEditor();
  const [asking, setAsking] = useState(false);
  const { unsaved } = editor;
  const reset = () => {
    editor.reset();
    setAsking(false);
    toast.info(`${changesText(unsaved, 'local edit')} dropped`);
  };
  return (
    <>
      <ActionButton
        variant="ghost"
        icon={mdiRestore}
        iconOnNarrow
        disabledReason={disabledReason}
        onClick={() => (unsaved > 1 ? setAsking(true) : reset())}
      >
        Reset
      </ActionButton>
      <ConfirmDialog
        open={asking}
        title={`Drop ${changesText(unsaved, 'unsaved change')}?`}
        goes={['Everything you changed in this tab since the last save.']}
        stays={[`The saved config, revision ${editor.state.revision}.`]}
        confirmLabel="Reset"
        confirmIcon={mdiRestore}
        tone="danger"
        onConfirm={reset}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
