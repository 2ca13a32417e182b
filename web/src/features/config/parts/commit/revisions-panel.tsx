import { restoreRevision } from '@mission-control/contract/config/calls';
import type { ConfigRevision } from '@mission-control/contract/config/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MorePages } from '../../../../lib/query/pages.tsx';
import { QueryView } from '../../../../lib/query/query-page.tsx';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
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
  const { data } = comparison;
  const [from, to] = [chosen.from ?? data?.from, chosen.to ?? data?.to];
  const numbers = new Set(revisions.map((revision) => revision.number));
  const options = [
    ...revisions.map((revision) => ({ value: String(revision.number), label: optionLabel(revision) })),
    // The committed revision may be older than the list.
    ...[...new Set([from, to])].flatMap((number) =>
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
      <ChangeSummary entries={data?.entries ?? []} />
      <ComparedChanges comparison={comparison}>
        {from === to ? 'Choose two different revisions.' : `Revisions ${from} and ${to} have the same settings.`}
      </ComparedChanges>
    </>
  );
}

function optionLabel({ number, author, committed }: ConfigRevision): string {
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
  const [form, setForm] = useState<(typeof FORMS)[number]['value']>('list');
  const [restoring, setRestoring] = useState<number | null>(null);
  const query = useInfiniteQuery(revisionPagesQuery(editor.target));
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
        <QueryView
          query={query}
          errorTitle="The revisions could not be loaded"
          loading={<Skeleton height={240} />}
          empty={{
            when: ({ pages }) => pages[0]?.revisions.length === 0,
            show: <Quiet>Nothing has been saved yet.</Quiet>,
          }}
        >
          {({ pages }) => {
            if (form === 'past') return <ConfigAsOf />;
            const revisions = pages.flatMap((page) => page.revisions);
            if (form === 'compare') return <RevisionComparison revisions={revisions} />;
            return <RevisionList revisions={revisions} onRestore={setRestoring} />;
          }}
        </QueryView>
        {form === 'past' ? null : <MorePages query={query} label="Show older" />}
      </SidePanel>
      {restoring === null ? null : <RestoreDialog number={restoring} onClose={() => setRestoring(null)} />}
    </>
  );
}

interface RevisionListProps {
  revisions: readonly ConfigRevision[];
  onRestore: (number: number) => void;
}

function RevisionList({ revisions, onRestore }: RevisionListProps) {
  const { state, unsaved } = useEditor().editor;
  const refusal = useRoleRefusal(restoreRevision, 'restore a revision');
  return revisions.map((revision) => (
    <RevisionEntry
      key={revision.number}
      revision={revision}
      current={revision.number === state.revision}
      blocked={refusal ?? (unsaved > 0 ? 'Save or reset your local edits first' : null)}
      onRestore={() => onRestore(revision.number)}
    />
  ));
}
