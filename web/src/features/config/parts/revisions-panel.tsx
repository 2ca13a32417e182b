import { useQuery } from '@tanstack/react-query';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { revisionsQuery } from '../queries.ts';
import { changesSince, restoreEdits } from '../state/history.ts';
import { changesText } from '../state/save-diff.ts';
import { useEditor } from './editor-context.ts';
import { Quiet } from './layout.ts';
import { PartError } from './part-error.tsx';
import { RevisionEntry } from './revision-entry.tsx';

/** What was saved by whom, newest first; an older state can be brought back as local edits. */
export function RevisionsPanel() {
  const { editor, view } = useEditor();
  const { data, error, refetch } = useQuery(revisionsQuery(editor.target));
  const restore = (number: number) => {
    const changes = changesSince(data?.revisions ?? [], number);
    const { actions, secrets } = restoreEdits(changes, editor.saved, editor.state.revision);
    editor.reset();
    for (const action of actions) editor.dispatch(action);
    view.open('review');
    toast.info(`Revision ${number} is back as ${changesText(actions.length, 'local edit')}. Save to keep it.`, {
      ...(secrets.length > 0 ? { detail: `Secrets stay as they are: ${secrets.join(', ')}` } : null),
    });
  };
  return (
    <SidePanel
      open
      title="Revisions"
      detail="Each Save stores one. Restoring makes local edits; Save stores them as a new one."
      onClose={() => view.open(null)}
    >
      {error ? <PartError what="The revisions" error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={240} /> : null}
      {data?.revisions.length === 0 ? <Quiet>Nothing was saved yet.</Quiet> : null}
      {data?.revisions.map((revision) => (
        <RevisionEntry
          key={revision.number}
          revision={revision}
          current={revision.number === editor.state.revision}
          blocked={editor.unsaved > 0 ? 'Save or reset your local edits first' : null}
          onRestore={() => restore(revision.number)}
        />
      ))}
    </SidePanel>
  );
}
