import { mdiArrowRight, mdiFileCompare, mdiServer, mdiSourceCommit } from '@mdi/js';
import { BULK_CHECKS, type BulkAction, type BulkPlan, type BulkPlanRow } from '@mission-control/contract/bulk/schema';
import { countText, numberText } from '@mission-control/contract/numbers';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { findRows } from '../../../lib/address/table-search.ts';
import { pathTo } from '../../../lib/address/path-to.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { Panel, Toolbar } from '../../../ui/layout/panel.tsx';
import { NoneFound } from '../../../ui/layout/state-panel.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { Hidden, styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, meaningColor, monoText, narrow } from '../../../ui/theme/tokens.ts';
import { CHECK_WORDS } from '../bulk-words.ts';

const Tiles = styled(Panel)({
  display: 'flex',
  flexWrap: 'wrap',
  overflow: 'hidden',
  '& > dl': {
    flex: '1 1 110px',
    padding: '8px 16px 10px',
    boxShadow: `1px 0 0 ${color.line}, 0 1px 0 ${color.line}`,
    fontSize: 12.5,
  },
  '& dt': { display: 'flex', alignItems: 'center', gap: 6, color: color.text2 },
  '& dd': { fontSize: 20, lineHeight: '26px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  [narrow]: { '& > dl': { flexBasis: '40%' } },
});
const Change = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  ...monoText,
  '& del': { color: color.text3 },
  '& ins': { color: color.text, fontWeight: 600, textDecoration: 'none' },
});
const Check = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2px 8px',
  flexWrap: 'wrap',
  minWidth: 0,
});
const Name = styled('span')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, '& a': ellipsis });
const Note = styled('span')({ color: color.text2, fontSize: 12.5, whiteSpace: 'normal', overflowWrap: 'anywhere' });

/** The value before and after, or words for a missing one. */
export function ValueChange({ before, after }: { before: string | null; after: string | null }) {
  if (before === after) return <Change>{before === null ? '' : <span>{before || 'empty'}</span>}</Change>;
  return (
    <Change>
      <del>{shown(before)}</del>
      <Icon path={mdiArrowRight} size={12} label="to" />
      <ins>{shown(after)}</ins>
    </Change>
  );
}

/** A value change as text. */
export const changeText = ({ before, after }: { before: string | null; after: string | null }): string =>
  before === after ? (before ?? '') : `${shown(before)} to ${shown(after)}`;

const shown = (value: string | null): string => (value === null ? 'none' : value || 'empty');

const FilePanel = lazyPart(() => import('./file-panel.tsx').then((module) => module.FilePanel));

interface PlanViewProps {
  plan: BulkPlan;
  action: BulkAction;
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], on: boolean) => void;
}

const READY_FIRST = { column: 'check', direction: 'asc' } as const;

type Group = 'all' | 'change' | 'left';

/** What would happen to each tenant; the ticked ones are changed. */
export function PlanView({ plan, action, chosen, onChoose }: PlanViewProps) {
  const [file, setFile] = useState<BulkPlanRow | null>(null);
  const [group, setGroup] = useState<Group>('all');
  const [search, setSearch] = useState('');
  const columns = useMemo(() => planColumns(plan, chosen, onChoose, setFile), [plan, chosen, onChoose]);
  const willChange = plan.rows.filter(({ check }) => check === 'change');
  const ofGroup = plan.rows.filter(({ check }) => group === 'all' || (check === 'change') === (group === 'change'));
  const rows = findRows(ofGroup, search, planTexts);
  return (
    <>
      <PlanTiles plan={plan} chosen={chosen} />
      <Toolbar>
        <SearchField label="Search the preview" value={search} onChange={setSearch} />
        <Segment
          label="Which tenants"
          value={group}
          onChange={setGroup}
          options={[
            { value: 'all', label: 'All', count: plan.rows.length },
            { value: 'change', label: 'Will change', count: willChange.length },
            { value: 'left', label: 'Left out', count: plan.rows.length - willChange.length },
          ]}
        />
        <TickAll rows={rows} chosen={chosen} onChoose={onChoose} />
      </Toolbar>
      <LocalTable
        label="Preview"
        columns={columns}
        rows={rows}
        getRowId={(row) => String(row.tenant_id)}
        rowOff={({ check }) => check !== 'change'}
        defaultSort={READY_FIRST}
        empty={<NoneFound all={ofGroup.length} search={search} onClear={() => setSearch('')} />}
      />
      <Suspense fallback={null}>
        {file ? <FilePanel action={action} row={file} onClose={() => setFile(null)} /> : null}
      </Suspense>
    </>
  );
}

const planTexts = ({ tenant_name, region, before, after, note }: BulkPlanRow): string[] =>
  [tenant_name, region, before, after, note].filter((text) => text !== null);

function TickAll({
  rows,
  chosen,
  onChoose,
}: Omit<PlanViewProps, 'plan' | 'action'> & { rows: readonly BulkPlanRow[] }) {
  const able = rows.filter(({ check }) => check === 'change').map(({ tenant_id }) => tenant_id);
  if (able.length < 2) return null;
  const all = able.every((id) => chosen.has(id));
  return (
    <Checkbox
      label={`All ${numberText(able.length)} listed`}
      checked={all}
      onChange={() => onChoose(able, !all)}
      style={{ marginLeft: 'auto' }}
    />
  );
}

/** Numbers of the preview; irrelevant ones are left out. */
function PlanTiles({ plan, chosen }: { plan: BulkPlan; chosen: ReadonlySet<number> }) {
  const of = (check: BulkPlanRow['check']) => plan.rows.filter((row) => row.check === check).length;
  const carrying = plan.rows.filter(({ carries, tenant_id }) => carries > 0 && chosen.has(tenant_id)).length;
  const servers = new Set(plan.rows.filter(({ tenant_id }) => chosen.has(tenant_id)).flatMap((row) => row.servers))
    .size;
  return (
    <Tiles aria-label="Summary">
      {BULK_CHECKS.filter((check) => check === 'change' || of(check) > 0).map((check) => {
        const { label, icon, meaning } = CHECK_WORDS[check];
        const tone =
          meaning === 'good' || meaning === 'warn' || meaning === 'bad' ? meaningColor[meaning].main : color.text3;
        return (
          <Tile key={check} icon={icon} tone={tone} label={label}>
            {numberText(of(check))}
          </Tile>
        );
      })}
      {carrying === 0 ? null : (
        <Tile icon={mdiSourceCommit} tone={meaningColor.notice.main} label="With other changes">
          {numberText(carrying)}
        </Tile>
      )}
      <Tile icon={mdiServer} tone={color.text3} label="Servers">
        {numberText(servers)}
      </Tile>
    </Tiles>
  );
}

function Tile(props: { icon: string; tone: string; label: string; children: ReactNode }) {
  return (
    <dl>
      <dt>
        <Icon path={props.icon} size={14} color={props.tone} />
        {props.label}
      </dt>
      <dd>{props.children}</dd>
    </dl>
  );
}

function planColumns(
  { hosts, rows }: BulkPlan,
  chosen: ReadonlySet<number>,
  onChoose: PlanViewProps['onChoose'],
  onFile: (row: BulkPlanRow) => void,
): readonly Column<BulkPlanRow>[] {
  const hasFiles = rows.some(({ has_file: has }) => has);
  return [
    {
      id: 'name',
      header: 'Tenant',
      width: 230,
      narrowWidth: 190,
      sticky: true,
      strong: true,
      cell: (row) => (
        <Name>
          <Checkbox
            label={<Hidden>{`Change ${row.tenant_name}`}</Hidden>}
            checked={chosen.has(row.tenant_id)}
            disabled={row.check !== 'change'}
            onChange={(event) => onChoose([row.tenant_id], event.target.checked)}
          />
          <Link href={pathTo('/tenant/$id', { id: row.tenant_id })}>{row.tenant_name}</Link>
          {row.production ? null : <Badge>Test</Badge>}
        </Name>
      ),
      sortValue: (row) => row.tenant_name,
    },
    {
      id: 'change',
      header: 'Change',
      width: 170,
      wrap: true,
      cell: (row) => <ValueChange before={row.before} after={row.after} />,
      sortValue: (row) => row.before,
      text: changeText,
    },
    ...(hasFiles ? [fileColumn(onFile)] : []),
    {
      id: 'servers',
      header: 'Servers',
      width: 80,
      align: 'right',
      cell: (row) => (
        <span title={row.servers.map((index) => hosts[index]).join(', ')}>{row.servers.length || ''}</span>
      ),
      sortValue: (row) => row.servers.length,
      text: (row) => row.servers.map((index) => hosts[index]).join(' '),
    },
    {
      id: 'check',
      header: 'Check',
      wrap: true,
      cell: (row) => <CheckCell row={row} />,
      sortValue: (row) => BULK_CHECKS.indexOf(row.check),
      text: ({ check, note }) => [CHECK_WORDS[check].word, note].filter(Boolean).join(': '),
    },
  ];
}

const fileColumn = (onFile: (row: BulkPlanRow) => void): Column<BulkPlanRow> => ({
  id: 'file',
  header: 'File',
  width: 56,
  text: null,
  cell: (row) =>
    row.has_file ? (
      <IconButton
        icon={mdiFileCompare}
        label={`Lines that change for ${row.tenant_name}`}
        aria-haspopup="dialog"
        onClick={() => onFile(row)}
      />
    ) : null,
});

function CheckCell({ row }: { row: BulkPlanRow }) {
  const { word, icon, meaning } = CHECK_WORDS[row.check];
  return (
    <Check>
      <StatusChip meaning={meaning} icon={icon} variant="quiet">
        {word}
      </StatusChip>
      {row.carries > 0 ? (
        <Badge tone="notice" icon={mdiSourceCommit} title="Saved settings that are not committed yet">
          {`Also commits ${countText(row.carries, 'other change')}`}
        </Badge>
      ) : null}
      {row.note === null ? null : <Note>{row.note}</Note>}
    </Check>
  );
}
