import { countText } from '@mission-control/contract/numbers';
import { mdiCloudUploadOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { CodeView } from '../../../../ui/display/code-view.tsx';
import { CopyButton } from '../../../../ui/action/copy-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { Mono } from '../../../../ui/display/mono.tsx';
import { ReadError } from '../../../../ui/layout/read-error.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { previewQuery } from '../../queries.ts';
import { commitGate } from '../../state/commit-gate.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges, useComparison } from './compared-changes.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet, Spring, Stack, Wrap } from '../editor/layout.ts';
import { ServerTags } from './review-panel.tsx';
import type { Committing } from './use-commit.ts';

/** The file as it will be written, secrets masked. */
function RenderedFile() {
  const { editor } = useEditor();
  const { data, error, isFetching, refetch } = useQuery(previewQuery(editor.target));
  if (error && !data)
    return (
      <ReadError
        title="The file could not be loaded"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={240} />;
  return (
    <Stack gap={8}>
      <Wrap>
        <Mono small>{data.path}</Mono>
        <Spring />
        <CopyButton text={data.hash} label="Copy fingerprint" shown={`fingerprint ${data.hash.slice(0, 12)}`} />
      </Wrap>
      <CodeView label="Rendered file" code={data.content} maxHeight={360} />
    </Stack>
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
  const { entries } = comparison;
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
        The file is staged and verified on every server first, then activated on all of them. Until all have confirmed,
        the servers count as running {since === 0 ? 'no file of this console' : `revision ${since}`}.
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

/** Reasons why the servers may differ from the console's state. */
function Standing({ error }: { error: Error | null }) {
  const { drift, state } = useEditor().editor;
  const known = state.committed_revision !== null;
  return (
    <>
      {drift ? (
        <Banner meaning="bad" title={known ? 'Changed on the server.' : 'Unknown on the server.'}>
          {drift.hosts.join(', ')} {drift.hosts.length === 1 ? 'has' : 'have'}{' '}
          {known ? 'a different file from the committed one' : 'a file that was not committed here'}. The commit
          replaces it.
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
