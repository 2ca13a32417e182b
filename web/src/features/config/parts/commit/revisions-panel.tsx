import { restoreRevision } from '@mission-control/contract/config/calls';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import type { ConfigRevision } from '@mission-control/contract/config/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { ReadError } from '../../../../ui/layout/read-error.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { SidePanel } from '../../../../ui/dialog/side-panel.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { revisionPagesQuery } from '../../queries.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ConfigAsOf } from './config-as-of.tsx';
import { ComparedChanges, useComparison } from './compared-changes.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet } from '../editor/layout.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { RevisionEntry } from './revision-entry.tsx';

const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 });

/** Compares two chosen revisions, by setting. */
function RevisionComparison({ revisions }: { revisions: readonly ConfigRevision[] }) {
  const { target } = useEditor().editor;
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({});
  const comparison = useComparison(target, chosen);
  const { data } = comparison.query;
  const [from, to] = [chosen.from ?? data?.from, chosen.to ?? data?.to];
  const numbers = new Set(revisions.map((revision) => revision.number));
  const options = [
    ...revisions.map((revision) => ({ value: String(revision.number), label: labelOf(revision) })),
    // The committed revision may be older than the list.
    ...[from, to].flatMap((number) =>
      number === undefined || number === 0 || numbers.has(number)
        ? []
        : [{ value: String(number), label: String(number) }],
    ),
    { value: '0', label: '0, before the first' },
  ];
  const select = (label: string, value: number | undefined, choose: (number: number) => void) => (
    <SelectField
      label={label}
      placeholder="Loading"
      options={options}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => choose(Number(event.target.value))}
    />
  );
  return (
    <>
      <Pair>
        {select('From', from, (number) => setChosen({ ...(to !== undefined && { to }), from: number }))}
        {select('To', to, (number) => setChosen({ ...(from !== undefined && { from }), to: number }))}
      </Pair>
      <ChangeSummary entries={comparison.entries ?? []} />
      <ComparedChanges comparison={comparison}>
        {from === to ? 'Choose two different revisions.' : `Revisions ${from} and ${to} have the same settings.`}
      </ComparedChanges>
    </>
  );
}

function labelOf({ number, author, committed }: ConfigRevision): string {
  return `${number}, ${author}${committed ? ', on the servers' : ''}`;
}

const FORMS = [
  { value: 'list', label: 'List' },
  { value: 'compare', label: 'Compare two' },
  { value: 'past', label: 'As of' },
] as const;

/** History of saves, newest first; revisions can be restored and compared. */
export function RevisionsPanel() {
  const { editor, view } = useEditor();
  const [form, setForm] = useState<'list' | 'compare' | 'past'>('list');
  const [restoring, setRestoring] = useState<number | null>(null);
  const pages = useInfiniteQuery(revisionPagesQuery(editor.target));
  const refusal = useRoleRefusal(restoreRevision, 'restore a revision');
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
          <Segment label="Show revisions as" value={form} onChange={setForm} options={FORMS} />
        </div>
        {pages.error ? (
          <ReadError
            title="The revisions could not be loaded"
            error={pages.error}
            retrying={pages.isFetching}
            onRetry={() => void pages.refetch()}
          />
        ) : null}
        {!revisions && !pages.error ? <Skeleton height={240} /> : null}
        {revisions?.length === 0 ? <Quiet>Nothing has been saved yet.</Quiet> : null}
        {form === 'compare' && revisions && revisions.length > 0 ? <RevisionComparison revisions={revisions} /> : null}
        {form === 'past' && revisions && revisions.length > 0 ? <ConfigAsOf /> : null}
        {form === 'list'
          ? revisions?.map((revision) => (
              <RevisionEntry
                key={revision.number}
                revision={revision}
                current={revision.number === editor.state.revision}
                blocked={refusal ?? (editor.unsaved > 0 ? 'Save or reset your local edits first' : null)}
                onRestore={() => setRestoring(revision.number)}
              />
            ))
          : null}
        {pages.isFetchNextPageError ? <p role="alert">{pages.error.message}</p> : null}
        {pages.hasNextPage && form !== 'past' ? (
          <ActionButton block pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show older
          </ActionButton>
        ) : null}
      </SidePanel>
      {restoring === null ? null : <RestoreDialog number={restoring} onClose={() => setRestoring(null)} />}
    </>
  );
}
