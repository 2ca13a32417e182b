import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Segment } from '../../../ui/segment.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { revisionPagesQuery } from '../queries.ts';
import { useEditor } from './editor-context.ts';
import { Quiet } from './layout.ts';
import { ReadError } from '../../../ui/read-error.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { RevisionComparison } from './revision-comparison.tsx';
import { RevisionEntry } from './revision-entry.tsx';

/** What was saved by whom, newest first; an older state can be brought back, and any two can be compared. */
export function RevisionsPanel() {
  const { editor, view } = useEditor();
  const [form, setForm] = useState<'list' | 'compare'>('list');
  const [restoring, setRestoring] = useState<number | null>(null);
  const pages = useInfiniteQuery(revisionPagesQuery(editor.target));
  const revisions = pages.data?.pages.flatMap((page) => page.revisions);
  return (
    <>
      <SidePanel
        open
        title="Revisions"
        detail="Each Save stores one. Restore brings one back."
        onClose={() => view.open(null)}
      >
        <div>
          <Segment
            label="Show revisions as"
            value={form}
            onChange={setForm}
            options={[
              { value: 'list', label: 'List' },
              { value: 'compare', label: 'Compare two' },
            ]}
          />
        </div>
        {pages.error ? (
          <ReadError
            title="The revisions could not be read"
            error={pages.error}
            retrying={pages.isFetching}
            onRetry={() => void pages.refetch()}
          />
        ) : null}
        {!revisions && !pages.error ? <Skeleton height={240} /> : null}
        {revisions?.length === 0 ? <Quiet>Nothing was saved yet.</Quiet> : null}
        {form === 'compare' && revisions && revisions.length > 0 ? <RevisionComparison revisions={revisions} /> : null}
        {form === 'list'
          ? revisions?.map((revision) => (
              <RevisionEntry
                key={revision.number}
                revision={revision}
                current={revision.number === editor.state.revision}
                blocked={editor.unsaved > 0 ? 'Save or reset your local edits first' : null}
                onRestore={() => setRestoring(revision.number)}
              />
            ))
          : null}
        {pages.hasNextPage ? (
          <ActionButton block pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show older
          </ActionButton>
        ) : null}
      </SidePanel>
      {restoring === null ? null : <RestoreDialog number={restoring} onClose={() => setRestoring(null)} />}
    </>
  );
}
