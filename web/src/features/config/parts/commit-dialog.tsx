import { mdiCloudUploadOutline } from '@mdi/js';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { Segment } from '../../../ui/segment.tsx';
import { commitGate } from '../state/commit-gate.ts';
import { changesText } from '../state/save-diff.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges } from './compared-changes.tsx';
import { useEditor } from './editor-context.ts';
import { Quiet } from './layout.ts';
import { RenderedFile } from './rendered-file.tsx';
import { ServerTags } from './server-tags.tsx';
import type { Committing } from './use-commit.ts';
import { useComparison } from './use-comparison.ts';

interface CommitDialogProps {
  committing: Committing;
  saving: boolean;
}

/** What Commit will write, and to which servers, before it does. */
export function CommitDialog({ committing, saving }: CommitDialogProps) {
  const { editor, view } = useEditor();
  const { state, unsaved, target, drift } = editor;
  const [tab, setTab] = useState<'changes' | 'file'>('changes');
  const since = state.committed_revision ?? 0;
  const comparison = useComparison(target, { from: since, to: state.revision });
  const { entries } = comparison;
  const { reason } = commitGate({ state, drifted: drift !== null, unsaved, saving });
  const close = () => view.open(null);
  return (
    <DialogFrame
      open
      width={860}
      title={`Commit revision ${state.revision} to ${changesText(state.targets.length, 'server')}?`}
      onClose={close}
      foot={
        <>
          <ActionButton onClick={close}>Cancel</ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiCloudUploadOutline}
            disabledReason={reason}
            pending={committing.isPending}
            onClick={() => committing.mutate()}
          >
            Commit
          </ActionButton>
        </>
      }
    >
      <Quiet>
        The file is staged and verified on every server first, then put in place on all of them. Until all have
        confirmed, the servers count as running {since === 0 ? 'no file of this console' : `revision ${since}`}.
      </Quiet>
      <ServerTags targets={state.targets} />
      <Standing error={committing.error} />
      <ChangeSummary entries={entries ?? []}>
        <Segment
          label="Show"
          value={tab}
          onChange={setTab}
          options={[
            { value: 'changes', label: 'Changes', count: entries?.length },
            { value: 'file', label: 'File' },
          ]}
        />
      </ChangeSummary>
      {tab === 'file' ? (
        <RenderedFile />
      ) : (
        <ComparedChanges comparison={comparison} scrolls>
          No setting differs. Commit writes the file again, for instance over one that was changed on a server.
        </ComparedChanges>
      )}
    </DialogFrame>
  );
}

/** What stands against the servers being as the console has them. */
function Standing({ error }: { error: Error | null }) {
  const { drift } = useEditor().editor;
  return (
    <>
      {drift ? (
        <Banner meaning="bad" title="Changed on the server.">
          {drift.hosts.join(', ')} {drift.hosts.length === 1 ? 'has' : 'have'} another file than the committed one. The
          commit replaces it.
        </Banner>
      ) : null}
      {error ? (
        <Banner live meaning="bad" title="The last commit failed.">
          {error.message}
        </Banner>
      ) : null}
    </>
  );
}
