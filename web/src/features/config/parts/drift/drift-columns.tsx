import type { DriftRow } from '@mission-control/contract/config/drift';
import { configLabel } from '@mission-control/contract/config/kinds';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Link } from '../../../../ui/action/link.tsx';
import { timeColumn } from '../../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../../ui/display/status-chip.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import { DRIFT_WORDS } from '../../state/drift-search.ts';
import { configName, SETTLE_WORDS, type Settling } from './use-settling.ts';

const labelOf = ({ service }: DriftRow) => configLabel(service);
const hostsOf = ({ hosts }: DriftRow) => hosts.map(({ host, missing }) => (missing ? `${host} (no file)` : host));

/** Visible text of a row. */
export const driftTexts = (row: DriftRow): readonly string[] => [row.tenant_name, labelOf(row), ...hostsOf(row)];

export const driftRowId = ({ tenant_id: id, service }: DriftRow): string => `${id} ${service}`;

/** Why a config cannot be settled this way; null = it can. */
export function settleRefusal(how: Settling, row: DriftRow): string | null {
  if (how === 'commit') return row.revision === 0 ? 'No config is saved here to commit' : null;
  return row.hosts.every(({ missing }) => missing) ? 'No server has a file to take over' : null;
}

interface Settle {
  refusals: Readonly<Record<Settling, string | null>>;
  onSettle: (how: Settling, row: DriftRow) => void;
}

function RowActions({ row, refusals, onSettle }: Settle & { row: DriftRow }) {
  const button = (how: Settling) => (
    <ActionButton
      size="small"
      aria-label={`${SETTLE_WORDS[how].verb} ${configName(row)}`}
      aria-haspopup="dialog"
      disabledReason={refusals[how] ?? settleRefusal(how, row)}
      onClick={() => onSettle(how, row)}
    >
      {SETTLE_WORDS[how].verb}
    </ActionButton>
  );
  return (
    <>
      <ActionButton
        size="small"
        variant="ghost"
        aria-label={`Compare ${configName(row)}`}
        href={pathTo('/tenant/$id/$kind/config', { id: row.tenant_id, kind: row.service }, { view: 'servers' })}
      >
        Compare
      </ActionButton>{' '}
      {button('take-over')} {button('commit')}
    </>
  );
}

/** Tenant, config, state, servers, time, and what can be done. */
export function driftColumns(settle: Settle): readonly Column<DriftRow>[] {
  return [
    {
      id: 'name',
      header: 'Tenant',
      width: 220,
      narrowWidth: 150,
      sticky: true,
      strong: true,
      sortValue: (row) => row.tenant_name,
      cell: (row) => <Link href={pathTo('/tenant/$id', { id: row.tenant_id })}>{row.tenant_name}</Link>,
    },
    { id: 'config', header: 'Config', width: 130, sortValue: labelOf, cell: labelOf },
    {
      id: 'state',
      header: 'State',
      width: 150,
      sortValue: (row) => row.state,
      cell: ({ state }) => (
        <StatusChip meaning={DRIFT_WORDS[state].meaning} variant="quiet" title={DRIFT_WORDS[state].title}>
          {DRIFT_WORDS[state].label}
        </StatusChip>
      ),
    },
    { id: 'servers', header: 'Servers', wrap: true, cell: (row) => hostsOf(row).join(', ') },
    timeColumn({ id: 'found', header: 'Found', width: 120 }, (row) => row.found_at),
    {
      id: 'actions',
      header: 'Actions',
      text: null,
      width: 290,
      cell: (row) => <RowActions row={row} {...settle} />,
    },
  ];
}
