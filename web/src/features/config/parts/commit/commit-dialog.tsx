import { commitConfig } from '@mission-control/contract/config/calls';
import { countText } from '@mission-control/contract/numbers';
import { mdiCloudUploadOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../../../lib/query/query-page.tsx';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { CodeView } from '../../../../ui/display/code-view.tsx';
import { CopyButton } from '../../../../ui/action/copy-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { Mono } from '../../../../ui/display/mono.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { previewQuery } from '../../queries.ts';
import { commitGate } from '../../state/commit-gate.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges, useComparison } from './compared-changes.tsx';
import { DriftBanner } from './drift-banner.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet, Spring, Stack, Wrap } from '../editor/layout.ts';
import { ServerTags } from './review-panel.tsx';
import type { Committing } from './use-commit.ts';

/** The file as it will be written, secrets masked. */
function RenderedFile() {
  const { editor } = useEditor();
  return (
    <QueryView
      query={useQuery(previewQuery(editor.target))}
      errorTitle="The file could not be loaded"
      loading={<Skeleton height={240} />}
      empty={null}
    >
      {({ path, hash, content }) => (
        <Stack gap={8}>
          <Wrap>
            <Mono small>{path}</Mono>
            <Spring />
            <CopyButton text={hash} label="Copy fingerprint" shown={`fingerprint ${hash.slice(0, 12)}`} />
          </Wrap>
          <CodeView label="Rendered file" code={content} maxHeight={360} />
        </Stack>
      )}
    </QueryView>
  );
}

interface CommitDialogProps {
  committing: Committing;
  saving: boolean;
}

/** Preview of a commit: what it writes, and to which servers. */
export function CommitDialog({ committing, saving }: CommitDialogProps) {
  const { editor, view } = useEditor();
  const { state, unsaved, target, drift } = editor;
  const [tab, setTab] = useState<'changes' | 'file'>('changes');
  const since = state.committed_revision ?? 0;
  const comparison = useComparison(target, { from: since, to: state.revision });
  const entries = comparison.data?.entries;
  const refusal = useRoleRefusal(commitConfig, 'commit a config');
  const { reason } = commitGate({ state, drifted: drift !== null, unsaved, saving });
  const close = () => view.open(null);
  return (
    <DialogFrame
      open
      width={860}
      title={`Commit revision ${state.revision} to ${countText(state.targets.length, 'server')}?`}
      onClose={close}
      footer={
        <>
          <ActionButton onClick={close}>Cancel</ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiCloudUploadOutline}
            disabledReason={refusal ?? reason}
            pending={committing.isPending}
            onClick={() => committing.mutate()}
          >
            Commit
          </ActionButton>
        </>
      }
    >
      <Quiet>
        The file is staged and verified on every server first, then activated on all of them. Until all have confirmed,
        the servers count as running {since === 0 ? 'no file of this console' : `revision ${since}`}.
      </Quiet>
      <ServerTags targets={state.targets} />
      <DriftBanner drift={drift} known={state.committed_revision !== null} />
      <LastFailure error={committing.error} />
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

function LastFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Banner live meaning="bad" title="The last commit failed.">
      {error.message}
    </Banner>
  );
}
