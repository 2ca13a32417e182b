import { mdiCheckAll } from '@mdi/js';
import type { BoardGroup } from '@mission-control/contract/config/drift';
import { startBulk } from '@mission-control/contract/bulk/calls';
import { listBoard } from '@mission-control/contract/config/calls';
import { configLabel } from '@mission-control/contract/config/kinds';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTableUrl } from '../../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../../lib/api/query.ts';
import { QueryTable } from '../../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Mono } from '../../../../ui/display/mono.tsx';
import { CardList } from '../../../../ui/table/card-list.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color } from '../../../../ui/theme/tokens.ts';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import { boardBulkPath, differenceText, type BoardAction } from '../../state/board.ts';
import { USUAL_SORT } from '../../state/drift-search.ts';
import { Quiet } from '../editor/layout.ts';

const SIDES: Readonly<Record<BoardGroup['side'], string>> = {
  waiting: 'Saved, not committed',
  servers: 'On servers, not committed here',
};

const groupTexts = (group: BoardGroup): readonly string[] => [
  differenceText(group),
  configLabel(group.service),
  SIDES[group.side],
];

/** What can be done about a difference. */
const actionsOf = ({ side, what }: BoardGroup): readonly BoardAction[] => {
  if (side === 'waiting' || what === 'missing') return ['commit'];
  return what === 'file' ? ['take-over'] : ['take-over', 'commit'];
};
const LABELS: Readonly<Record<BoardAction, string>> = {
  commit: 'Commit',
  'take-over': 'Take over',
  validate: 'Validate',
};

/** The differences that configs share, most frequent first; each links to the bulk change that resolves it. */
export function GroupsView() {
  const query = useQuery(queryOf(listBoard, {}));
  const table = useTableUrl(USUAL_SORT.differences);
  const refusal = useRoleRefusal(startBulk, 'change many tenants');
  const columns = useMemo(() => groupColumns(refusal), [refusal]);
  const more = query.data?.more_groups ?? 0;
  return (
    <>
      <QueryTable
        label="Differences"
        query={query}
        rows={({ groups }) => groups}
        state={table}
        search={{ label: 'Search drift', textOf: groupTexts }}
        columns={columns}
        getRowId={({ id }) => id}
        errorTitle="The drift could not be loaded"
        cards={{
          render: (rows) => (
            <CardList
              label="Differences"
              {...{ rows, columns }}
              state={table}
              renderCard={(group) => <GroupCard key={group.id} group={group} refusal={refusal} />}
            />
          ),
          height: 112,
          placeholders: 5,
        }}
        empty={
          <StatePanel icon={mdiCheckAll} title="Nothing differs">
            All saved configs are committed, and every server that was read holds them.
          </StatePanel>
        }
      />
      {more > 0 ? (
        <Quiet>{`${countText(more, 'rarer difference is', 'rarer differences are')} not listed.`}</Quiet>
      ) : null}
    </>
  );
}

const groupColumns = (refusal: string | null): readonly Column<BoardGroup>[] => [
  {
    id: 'difference',
    header: 'Difference',
    narrowWidth: 220,
    strong: true,
    wrap: true,
    sortValue: differenceText,
    cell: (group) => <Words group={group} />,
    text: differenceText,
  },
  {
    id: 'config',
    header: 'Config',
    width: 140,
    sortValue: ({ service }) => configLabel(service),
    cell: ({ service }) => configLabel(service),
  },
  { id: 'side', header: 'Where', width: 230, sortValue: ({ side }) => SIDES[side], cell: ({ side }) => SIDES[side] },
  {
    id: 'tenants',
    header: 'Tenants',
    width: 96,
    align: 'right',
    sortValue: ({ tenants }) => tenants.length,
    cell: ({ tenants }) => numberText(tenants.length),
  },
  {
    id: 'actions',
    header: 'Actions',
    text: null,
    width: 210,
    cell: (group) => <Actions group={group} refusal={refusal} />,
  },
];

interface GroupProps {
  group: BoardGroup;
  /** Why the user may not change many tenants. */
  refusal: string | null;
}

const Words = ({ group }: { group: BoardGroup }) =>
  group.what === 'setting' ? <Mono>{differenceText(group)}</Mono> : differenceText(group);

const Actions = ({ group, refusal }: GroupProps) =>
  actionsOf(group).map((action) => (
    <span key={action}>
      <ActionButton
        size="small"
        aria-label={`${LABELS[action]} ${configLabel(group.service)} of ${group.tenants.length}: ${differenceText(group)}`}
        disabledReason={refusal}
        href={boardBulkPath(action, { config: group.service, group: group.id })}
      >
        {LABELS[action]}
      </ActionButton>{' '}
    </span>
  ));

const Card = styled('li')({
  display: 'grid',
  gap: 6,
  padding: 12,
  fontSize: 12,
  color: color.text2,
  listStyle: 'none',
  overflowWrap: 'anywhere',
  borderBottom: `1px solid ${color.lineSoft}`,
  '& > strong': { fontSize: 13, fontWeight: 550, color: color.text },
});

function GroupCard({ group, refusal }: GroupProps) {
  const { length } = group.tenants;
  return (
    <Card>
      <strong>
        <Words group={group} />
      </strong>
      <span>
        {configLabel(group.service)} · {countText(length, 'tenant')} · {SIDES[group.side]}
      </span>
      <div>
        <Actions group={group} refusal={refusal} />
      </div>
    </Card>
  );
}
