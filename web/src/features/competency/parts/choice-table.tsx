import type { CompetencyEntry, CompetencyKind } from '@mission-control/contract/competency/rules';
import type { CompetencyChoice, CompetencyMappingAnswer } from '@mission-control/contract/competency/schema';
import { useMemo } from 'react';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { SelectField, type SelectOption } from '../../../ui/field/select-field.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color } from '../../../ui/theme/tokens.ts';

/** Each row contains a select with all choices: more rows would be slow. */
const PAGE_SIZE = 25;

const KIND_WORDS: Record<CompetencyKind, string> = {
  levels: 'Levels',
  groups: 'Groups',
  competencies: 'Competencies',
};

const Section = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, minWidth: 0 });
const Head = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 12,
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& p': { fontSize: 12, color: color.text2, fontVariantNumeric: 'tabular-nums' },
});
const None = styled('span')({ color: color.text3 });

const NONE = '';

interface ChoiceTableProps {
  kind: CompetencyKind;
  answer: CompetencyMappingAnswer;
  onChoose: (choice: CompetencyChoice) => void;
}

interface ChoiceRow extends CompetencyEntry {
  /** Id of its counterpart; '' for none. */
  chosen: string;
  options: readonly SelectOption[];
  locked: boolean;
  onChoose: (choice: number | null) => void;
}

/** Entries of one kind, each with its counterpart at the other tenant. */
export function ChoiceTable({ kind, answer, onChoose }: ChoiceTableProps) {
  const { from, to, from_structure: structure, map, locked } = answer.mapping;
  const columns = useMemo(() => columnsOf(from.tenant_name, to.tenant_name), [from.tenant_name, to.tenant_name]);
  const choices = answer.selects[kind];
  const options = useMemo(
    () => [
      { value: NONE, label: 'Not chosen' },
      ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    [choices],
  );
  const rows = structure[kind].map((entry) => ({
    ...entry,
    chosen: String(map[kind][String(entry.id)] ?? NONE),
    options,
    locked,
    onChoose: (choice: number | null) => onChoose({ kind, id: entry.id, choice }),
  }));
  return (
    <Section>
      <Head>
        <h2>{KIND_WORDS[kind]}</h2>
        <p>
          {rows.filter(({ chosen }) => chosen !== NONE).length} of {rows.length} chosen
        </p>
      </Head>
      <LocalTable
        label={KIND_WORDS[kind]}
        columns={columns}
        rows={rows}
        getRowId={(row) => String(row.id)}
        pageSize={PAGE_SIZE}
        empty={
          <StatePanel title={`No ${kind}`}>
            {from.tenant_name} has reported none. They appear here when its server reports them.
          </StatePanel>
        }
      />
    </Section>
  );
}

const columnsOf = (from: string, to: string): readonly Column<ChoiceRow>[] => [
  { id: 'source', header: from, strong: true, wrap: true, cell: (row) => row.name },
  { id: 'target', header: to, wrap: true, cell: (row) => <Choice row={row} at={to} />, text: chosenText },
];

const chosenText = ({ options, chosen }: ChoiceRow): string =>
  chosen === NONE ? '' : (options.find(({ value }) => value === chosen)?.label ?? '');

function Choice({ row, at }: { row: ChoiceRow; at: string }) {
  if (row.locked) {
    const chosen = row.options.find(({ value }) => value === row.chosen);
    return row.chosen === NONE ? <None>Not chosen</None> : <span>{chosen?.label}</span>;
  }
  return (
    <SelectField
      label={`${row.name} at ${at}`}
      hideLabel
      options={row.options}
      value={row.chosen}
      onChange={({ target: { value } }) => row.onChoose(value === NONE ? null : Number(value))}
    />
  );
}
