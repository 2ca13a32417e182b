import { mdiAlert, mdiCheck, mdiCloseCircle, mdiCloudUploadOutline, mdiHelpCircleOutline, mdiMinus } from '@mdi/js';
import {
  BOARD_STATES,
  type BoardCell,
  type BoardState,
  type BoardTenant,
} from '@mission-control/contract/config/drift';
import { configLabel, type ConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { countText } from '@mission-control/contract/numbers';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { Link } from '../../../../ui/action/link.tsx';
import { StatusChip } from '../../../../ui/display/status-chip.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import { Hidden, styled } from '../../../../ui/theme/styled.ts';
import { color, ellipsis, radius } from '../../../../ui/theme/tokens.ts';
import { cellOf, openCount } from '../../state/board.ts';
import { BOARD_WORDS } from '../../state/drift-search.ts';

const CellButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: 'calc(100% + 12px)',
  height: 28,
  padding: '0 6px',
  margin: '0 -6px',
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '&:hover': { background: color.press },
  '& small': { fontSize: 12, color: color.text2, ...ellipsis },
});
const Name = styled('span')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, '& a': ellipsis });

const ICONS: Readonly<Record<BoardState, string>> = {
  failing: mdiCloseCircle,
  changed: mdiAlert,
  unknown: mdiHelpCircleOutline,
  waiting: mdiCloudUploadOutline,
  committed: mdiCheck,
  nothing: mdiMinus,
};

export interface OpenCell {
  tenantId: number;
  service: ConfigKindSlug;
}

const changesOf = ({ waiting }: BoardCell): string =>
  waiting === null ? '' : waiting.changes === null ? 'new' : String(waiting.changes);

/** Pending changes and number of differing servers, as text. */
function cellText(cell: BoardCell | undefined): string {
  if (!cell) return '';
  const servers = countText(cell.hosts.length, 'server');
  const { waiting } = cell;
  const changes = (count: number | null) => (count === null ? 'never committed' : countText(count, 'change'));
  return [waiting && `${changes(waiting.changes)}, saved by ${waiting.by}`, cell.hosts.length > 0 && servers]
    .filter(Boolean)
    .join(', ');
}

interface BoardColumns {
  kinds: readonly ConfigKind[];
  /** The one config that is shown, whose cells can be ticked. */
  config: ConfigKindSlug | undefined;
  ticked: ReadonlySet<number>;
  setTicked: (ids: ReadonlySet<number>) => void;
  onOpen: (cell: OpenCell) => void;
}

/** Tenant, number of configs to look at, and a column for each config. */
export function boardColumns({
  kinds,
  config,
  ticked,
  setTicked,
  onOpen,
}: BoardColumns): readonly Column<BoardTenant>[] {
  const tick = (id: number, on: boolean): void => {
    const next = new Set(ticked);
    next[on ? 'add' : 'delete'](id);
    setTicked(next);
  };
  return [
    {
      id: 'name',
      header: 'Tenant',
      width: 220,
      narrowWidth: 160,
      sticky: true,
      strong: true,
      sortValue: (row) => row.tenant_name,
      cell: ({ tenant_id: id, tenant_name: name }) => (
        <Name>
          {config === undefined ? null : (
            <Checkbox
              label={<Hidden>{`Choose ${name} ${configLabel(config)}`}</Hidden>}
              checked={ticked.has(id)}
              onChange={(event) => tick(id, event.target.checked)}
            />
          )}
          <Link href={pathTo('/tenant/$id', { id })}>{name}</Link>
        </Name>
      ),
    },
    {
      id: 'open',
      header: 'Open',
      width: 72,
      align: 'right',
      sortValue: openCount,
      cell: (row) => openCount(row) || '',
    },
    ...kinds.map(({ slug, label }): Column<BoardTenant> => ({
      id: slug,
      header: label,
      ...(config === undefined ? { width: 133 } : { narrowWidth: 400 }),
      sortValue: ({ states }) => (states[slug] ? BOARD_STATES.indexOf(states[slug]) : BOARD_STATES.length),
      text: (row) => {
        const state = row.states[slug];
        return state ? [BOARD_WORDS[state].label, cellText(cellOf(row, slug))].filter(Boolean).join(', ') : '';
      },
      cell: (row) => <Cell row={row} service={slug} wide={config !== undefined} onOpen={onOpen} />,
    })),
  ];
}

interface CellProps {
  row: BoardTenant;
  service: ConfigKindSlug;
  /** Wide enough for text. */
  wide: boolean;
  onOpen: (cell: OpenCell) => void;
}

function Cell({ row, service, wide, onOpen }: CellProps) {
  const state = row.states[service];
  if (!state) return null;
  const { label, meaning, title } = BOARD_WORDS[state];
  const cell = cellOf(row, service);
  const text = cellText(cell);
  return (
    <CellButton
      type="button"
      aria-haspopup="dialog"
      aria-label={[`${row.tenant_name} ${configLabel(service)}: ${label}`, text].filter(Boolean).join(', ')}
      title={[title, text].filter(Boolean).join(': ')}
      onClick={() => onOpen({ tenantId: row.tenant_id, service })}
    >
      <StatusChip meaning={meaning} icon={ICONS[state]} variant="quiet">
        {wide ? label : undefined}
      </StatusChip>
      {cell ? (
        <small>
          {wide ? text : cell.waiting ? changesOf(cell) : cell.hosts.length}
          {cell.waiting ? (
            <>
              {', '}
              <RelativeTime at={cell.waiting.since} />
            </>
          ) : null}
        </small>
      ) : null}
    </CellButton>
  );
}
