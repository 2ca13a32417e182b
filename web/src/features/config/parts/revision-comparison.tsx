import type { ConfigRevision } from '@mission-control/contract/config/schema';
import { useState } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { styled } from '../../../ui/styled.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges } from './compared-changes.tsx';
import { useEditor } from './editor-context.ts';
import { useComparison } from './use-comparison.ts';

const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 });

/** Two revisions to choose, and every setting that differs between them. */
export function RevisionComparison({ revisions }: { revisions: readonly ConfigRevision[] }) {
  const { target } = useEditor().editor;
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({});
  const comparison = useComparison(target, chosen);
  const { data } = comparison.query;
  const [from, to] = [chosen.from ?? data?.from, chosen.to ?? data?.to];
  const numbers = new Set(revisions.map((revision) => revision.number));
  const options = [
    ...revisions.map((revision) => ({ value: String(revision.number), label: labelOf(revision) })),
    // The committed one may be older than the list.
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
      placeholder="Reading"
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
