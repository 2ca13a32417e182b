import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { ConfigItem, ConfigState, KeyMeta } from '@mission-control/contract/config/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMemo } from 'react';
import type { ConfigRef } from '../queries.ts';
import { CheckButton } from './check-button.tsx';
import { CommitDialog } from './commit-dialog.tsx';
import { ConfigFrame } from './config-frame.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DriftBanner } from './drift-banner.tsx';
import { EditorContext } from './editor-context.ts';
import { EditorScreen } from './editor-screen.tsx';
import { CacheFact } from './header-cache.tsx';
import { HeaderActions } from './header-actions.tsx';
import { CommittedFact, RevisionsButton, SavedFact } from './header-meta.tsx';
import { ItemDialogs } from './item-dialogs.tsx';
import { ConfigLeaveGuard } from './config-leave-guard.tsx';
import { Wrap } from './layout.ts';
import { MergedBanner } from './merged-banner.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { RevisionsPanel } from './revisions-panel.tsx';
import { ServersButton } from './servers-button.tsx';
import { useCommit } from './use-commit.ts';
import { useConfigEditor } from './use-config-editor.ts';
import { useSave } from './use-save.ts';
import { useWaitingKeys } from './use-waiting-keys.ts';
import { useView } from './use-view.ts';

interface ConfigEditorProps {
  target: ConfigRef;
  kind: ConfigKind;
  tenant: TenantDetail;
  state: ConfigState;
  items: readonly ConfigItem[];
  keys: readonly KeyMeta[];
}

/** The editor of one config: table, dialogs, review, commit. */
export function ConfigEditor(props: ConfigEditorProps) {
  const view = useView();
  const waiting = useWaitingKeys(props.target, props.state);
  const editor = useConfigEditor({ ...props, waiting });
  const closePanel = () => view.open(null);
  const saving = useSave(editor, closePanel);
  const committing = useCommit(props.target, props.kind, props.tenant.tenant_name, closePanel);
  const scope = useMemo(() => ({ editor, view }), [editor, view]);
  const { state } = props;
  return (
    <EditorContext value={scope}>
      <ConfigFrame
        kind={props.kind}
        tenantId={props.target.tenantId}
        tenant={props.tenant}
        actions={<HeaderActions saving={saving.saving} committing={committing.isPending} />}
        meta={[
          <SavedFact key="saved" state={state} />,
          <CommittedFact key="committed" state={state} />,
          editor.cache.generate ? <CacheFact key="cache" /> : null,
          <Wrap key="look">
            <RevisionsButton />
            <CheckButton />
            <ServersButton />
          </Wrap>,
        ]}
      >
        <DriftBanner />
        <MergedBanner saving={saving.saving} />
        <EditorScreen />
      </ConfigFrame>
      <ReviewPanel saving={saving.saving} onSave={saving.save} />
      {view.panel === 'revisions' ? <RevisionsPanel /> : null}
      {view.panel === 'commit' && state.revision > 0 ? (
        <CommitDialog committing={committing} saving={saving.saving} />
      ) : null}
      {saving.conflict ? (
        <ConflictDialog conflict={saving.conflict} onResolve={saving.resolve} onClose={saving.dismissConflict} />
      ) : null}
      <ItemDialogs />
      <ConfigLeaveGuard />
    </EditorContext>
  );
}
