import { commitConfig, previewConfig, saveConfig } from '@mission-control/contract/config/calls';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { mdiCloudUploadOutline, mdiContentSaveOutline, mdiDownloadOutline, mdiRestore } from '@mdi/js';
import type { EditableItem } from '@mission-control/contract/config/rules';
import { countText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { downloadFile } from '../../../../ui/action/download-file.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { commitGate } from '../../state/commit-gate.ts';
import { compareKeys } from '../../state/local-config.ts';
import { SECRET_MASK } from '../../../../ui/display/visible-text.ts';
import { useEditor } from './editor-context.ts';
import type { ConfigEditor } from './use-config-editor.ts';

/** The config with edits as JSON, sorted by key; secrets are masked. */
export function downloadText(items: readonly EditableItem[], isSecret: (key: string) => boolean): string {
  const rows = items.toSorted(compareKeys).map(({ key, value, type, state, valueTemplate }) => ({
    key,
    value: isSecret(key) ? SECRET_MASK : value,
    type,
    state,
    ...(valueTemplate !== null && { valueTemplate }),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** Downloads the config with edits as a JSON file with masked secrets. */
function downloadConfig({ local, isSecret, target, state }: ConfigEditor): void {
  const name = `${target.kind}-config-tenant-${target.tenantId}-revision-${state.revision}.json`;
  downloadFile(name, new Blob([downloadText(local, isSecret)], { type: 'application/json' }));
}

const SAME = 'Nothing differs from the saved config';

/** Reset, Download JSON, Commit, Save. */
export function HeaderActions({ saving, committing }: { saving: boolean; committing: boolean }) {
  const { editor, view } = useEditor();
  const { unsaved, state, drift } = editor;
  const gate = commitGate({ state, drifted: drift !== null, unsaved, saving });
  const same = unsaved === 0 ? SAME : null;
  const saveRefusal = useRoleRefusal(saveConfig, 'save a config');
  const commitRefusal = useRoleRefusal(commitConfig, 'commit a config');
  const fileRefusal = useRoleRefusal(previewConfig, 'download a config');
  return (
    <>
      <ResetButton disabledReason={same} />
      <ActionButton
        variant="ghost"
        icon={mdiDownloadOutline}
        iconOnNarrow
        disabledReason={fileRefusal}
        onClick={() => downloadConfig(editor)}
      >
        Download JSON
      </ActionButton>
      {gate.shown ? (
        <ActionButton
          variant={gate.reason === null ? 'tonal' : 'secondary'}
          icon={mdiCloudUploadOutline}
          count={gate.reason === null && state.changes_waiting > 0 ? state.changes_waiting : undefined}
          disabledReason={commitRefusal ?? gate.reason}
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
        disabledReason={saveRefusal ?? same}
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
    toast.info(`${countText(unsaved, 'unsaved change')} discarded`);
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
        title={`Discard ${countText(unsaved, 'unsaved change')}?`}
        removed={['Everything you changed in this tab since the last save.']}
        kept={[`The saved config, revision ${editor.state.revision}.`]}
        confirmLabel="Discard"
        confirmIcon={mdiRestore}
        tone="danger"
        onConfirm={reset}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
