import { compareServers } from '@mission-control/contract/config/calls';
import { useConsole, useReadRefusal, useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { mdiCompareHorizontal } from '@mdi/js';
import type { TemplateRow } from '@mission-control/contract/config/templates';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { ConfigItem, ConfigState, KeyMeta } from '@mission-control/contract/config/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { countText } from '@mission-control/contract/numbers';
import { PresenceBar } from '../../../../lib/presence/presence-bar.tsx';
import { LeaveGuard } from '../../../../lib/unsaved-edits.tsx';
import { useUrlText } from '../../../../lib/address/use-url-text.ts';
import { TenantSubpage } from '../../../../lib/tenant/tenant-subpage.tsx';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../../ui/display/status-chip.tsx';
import { type ConfigRef, comparisonQuery } from '../../queries.ts';
import { CommitDialog } from '../commit/commit-dialog.tsx';
import { DriftBanner } from '../commit/drift-banner.tsx';
import { ConfigTabs } from './config-tabs.tsx';
import { ConfigTable } from './config-table.tsx';
import { ConfigToolbar } from './config-toolbar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorContext, useEditor } from './editor-context.ts';
import { HeaderActions } from './header-actions.tsx';
import { CheckButton, CommittedFact, CompareButton, Fact, RevisionsButton, SavedFact } from './header-meta.tsx';
import { DraftPart } from '../draft/draft-part.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { Wrap } from './layout.ts';
import { ReviewPanel } from '../commit/review-panel.tsx';
import { RevisionsPanel } from '../commit/revisions-panel.tsx';
import { ServersScreen } from '../commit/servers-screen.tsx';
import { useCommit } from '../commit/use-commit.ts';
import { useConfigEditor, localItem } from './use-config-editor.ts';
import { useSave } from './use-save.ts';
import { useView } from './use-view.ts';

/** Reports a save by somebody else while edits were open, and its effect on them. */
function MergedBanner({ saving }: { saving: boolean }) {
  const { editor } = useEditor();
  const user = useConsole()?.user;
  const [seen, setSeen] = useState(0);
  const { moved, overlaps } = editor.rebased;
  const { revision, saved_by: by } = editor.state;
  if (!moved || saving || seen >= revision) return null;
  const clash = overlaps.size > 0;
  const isOwnSave = by === user;
  const both = [...overlaps].join(', ');
  return (
    <Banner
      live
      meaning={clash ? 'warn' : 'notice'}
      title={
        isOwnSave ? `You saved revision ${revision} elsewhere.` : `${by ?? 'Somebody'} saved revision ${revision}.`
      }
      action={
        <ActionButton variant="ghost" size="small" onClick={() => setSeen(revision)}>
          Dismiss
        </ActionButton>
      }
    >
      {clash
        ? `${isOwnSave ? 'Both' : 'You both'} changed ${both}. Your edits are kept; Save asks which one to keep.`
        : 'Your edits do not overlap and were merged.'}
    </Banner>
  );
}

/** Servers whose committed file was changed by hand, with a link to the comparison. */
function EditorDrift() {
  const { editor, view } = useEditor();
  const disabledReason = useRoleRefusal(compareServers, "see the servers' files");
  return (
    <DriftBanner
      live
      drift={editor.drift}
      known={editor.state.committed_revision !== null}
      action={
        view.screen === 'servers' ? null : (
          <ActionButton size="small" disabledReason={disabledReason} onClick={() => view.show('servers')}>
            Compare
          </ActionButton>
        )
      }
    />
  );
}

/** HomePortal: the cached config that unsaved changes are relative to. */
function CacheFact() {
  const { cache, flagged, unsaved } = useEditor().editor;
  if (!cache.entry) {
    return cache.outdated ? <Fact>The cached config is older than the saved one</Fact> : null;
  }
  if (flagged && unsaved === 0) {
    return (
      <StatusChip meaning="warn" variant="quiet">
        Unsaved against the cached config
      </StatusChip>
    );
  }
  return (
    <Fact>
      Cached <RelativeTime at={cache.entry.at} />
    </Fact>
  );
}

/** The settings, or the servers' state. */
function EditorScreen() {
  const { view } = useEditor();
  const refusal = useReadRefusal(compareServers, "see the servers' files");
  return view.screen === 'servers' && refusal === null ? <ServersScreen /> : <SettingsScreen />;
}

/** Isolates the search: only this part re-renders on each keystroke; the address follows after a pause. */
function SettingsScreen() {
  const { view } = useEditor();
  const [search, setSearch] = useUrlText(view.search, view.setSearch);
  return (
    <>
      <ConfigToolbar search={search} onSearch={setSearch} />
      <ConfigTable search={search} onClear={() => setSearch('')} />
    </>
  );
}

/** Toggles between the settings and the comparison of saved, committed and published. */
function ServersButton() {
  const { view } = useEditor();
  const disabledReason = useRoleRefusal(compareServers, "see the servers' files");
  const shown = view.screen === 'servers';
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiCompareHorizontal}
      aria-expanded={shown}
      disabledReason={disabledReason}
      onClick={() => view.show(shown ? 'settings' : 'servers')}
    >
      Compare with servers
    </ActionButton>
  );
}

/** Settings a commit would change on the servers; empty until known, and before the first commit. */
function useWaitingKeys(target: ConfigRef, state: ConfigState): ReadonlySet<string> {
  const { committed_revision: since, revision } = state;
  const { data } = useQuery({
    ...comparisonQuery(target, { from: since ?? 0, to: revision }),
    enabled: since !== null && state.changes_waiting > 0,
  });
  return useMemo(() => new Set(data?.changes.map((change) => change.key)), [data]);
}

/** Asks before unsaved edits are lost. */
function ConfigLeaveGuard() {
  const { unsaved, kind, tenant } = useEditor().editor;
  return (
    <LeaveGuard unsaved={unsaved}>
      {`${countText(unsaved, 'setting')} of the ${kind.label} config of ${tenant.tenant_name} ${unsaved === 1 ? 'is' : 'are'} not saved.`}
    </LeaveGuard>
  );
}

/** The dialog in the address: add, or edit one setting. */
function ItemDialogs() {
  const { view } = useEditor();
  if (view.panel === 'add') return <ItemDialog key="add" item={null} onClose={() => view.open(null)} />;
  return view.edit === null ? null : <EditDialog key={view.edit} name={view.edit} />;
}

/** Keeps the setting as it was when the dialog opened: what is typed must not vanish if somebody else deletes the setting. */
function EditDialog({ name }: { name: string }) {
  const { editor, view } = useEditor();
  const found = localItem(name, editor);
  const [opened, setOpened] = useState(found);
  // A draft or somebody else may add the setting after the address was opened.
  if (opened === undefined && found !== undefined) setOpened(found);
  return opened ? <ItemDialog item={opened} onClose={() => view.openItem(null)} /> : null;
}

interface ConfigEditorProps {
  target: ConfigRef;
  kind: ConfigKind;
  tenant: TenantDetail;
  state: ConfigState;
  items: readonly ConfigItem[];
  keys: readonly KeyMeta[];
  template: readonly TemplateRow[];
}

/** The editor of one config: table, dialogs, review, commit. */
export function ConfigEditor(props: ConfigEditorProps) {
  const view = useView();
  const waiting = useWaitingKeys(props.target, props.state);
  const editor = useConfigEditor({ ...props, waiting });
  const saving = useSave(editor, () => view.close('review'));
  const committing = useCommit(props.target, props.kind, props.tenant.tenant_name, () => view.close('commit'));
  const scope = useMemo(() => ({ editor, view }), [editor, view]);
  const { state } = props;
  return (
    <EditorContext value={scope}>
      <TenantSubpage
        title={`${props.kind.label} config`}
        service={props.kind.service}
        withDeployment
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
            <CompareButton />
          </Wrap>,
        ]}
      >
        <ConfigTabs target={props.target} />
        <PresenceBar
          page={FORM_PAGE.config(props.target.tenantId, props.target.kind)}
          noun="config"
          editing={editor.unsaved > 0}
        />
        <DraftPart />
        <EditorDrift />
        <MergedBanner saving={saving.saving} />
        <EditorScreen />
      </TenantSubpage>
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
