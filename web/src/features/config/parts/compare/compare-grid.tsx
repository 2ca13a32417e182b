import { mdiClose, mdiPlaylistEdit } from '@mdi/js';
import type { ComparedConfig, ComparedSettings } from '@mission-control/contract/config/compare';
import { configLabel } from '@mission-control/contract/config/kinds';
import { useRef, type CSSProperties } from 'react';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { IconButton } from '../../../../ui/action/icon-button.tsx';
import { Link } from '../../../../ui/action/link.tsx';
import { useScrollWindow } from '../../../../ui/table/scroll-window.ts';
import type { Column } from '../../../../ui/table/table-column.ts';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, ellipsis, meaningColor, monoText, narrow, panelSurface, radius } from '../../../../ui/theme/tokens.ts';

const ROW = 36;

const Scroller = styled('div')({
  overflow: 'auto',
  maxHeight: 'max(260px, calc(100vh - 250px))',
  ...panelSurface,
  '& table': {
    borderCollapse: 'separate',
    borderSpacing: 0,
    tableLayout: 'fixed',
    width: 'calc(240px + var(--configs) * 190px)',
  },
  '& th, & td': { padding: '0 10px', textAlign: 'left', borderBottom: `1px solid ${color.lineSoft}`, fontSize: 12.5 },
  '& tbody tr': { height: ROW },
  '& tbody td, & tbody th': { height: ROW, ...ellipsis },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 52,
    background: color.raised,
    borderBottom: `1px solid ${color.line}`,
    fontWeight: 550,
  },
  '& th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    background: color.surface,
    borderRight: `1px solid ${color.line}`,
  },
  '& thead th:first-of-type': { zIndex: 3, background: color.raised },
  '& tbody th': { ...monoText, fontSize: 12, fontWeight: 500 },
  '& col': { width: 190 },
  '& col:first-of-type': { width: 240 },
  '& [data-state="different"] > th': { boxShadow: `inset 3px 0 ${meaningColor.warn.main}` },
  '& [data-state="missing"] > th': { boxShadow: `inset 3px 0 ${meaningColor.notice.main}` },
  [narrow]: {
    '& table': { width: 'calc(132px + var(--configs) * 150px)' },
    '& col': { width: 150 },
    '& col:first-of-type': { width: 132 },
  },
});

const Head = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  '& > span': { flex: 1, ...ellipsis },
  '& small': { display: 'block', fontSize: 11, fontWeight: 400, color: color.text3 },
});

const Value = styled('span')({
  ...monoText,
  fontSize: 12,
  padding: '2px 6px',
  marginLeft: -6,
  borderRadius: radius.small,
  '&[data-other]': { background: meaningColor.warn.tint },
  '&[data-word]': { fontFamily: 'inherit', color: color.text3 },
});

interface CompareGridProps {
  configs: readonly ComparedConfig[];
  rows: readonly ComparedSettings[];
  /** Undefined for the configs of a single tenant, which are compared together. */
  onRemove: ((config: ComparedConfig) => void) | undefined;
  /** Address of the bulk change that sets a row to its most frequent value in all configs. */
  bulkPath: (row: ComparedSettings, usual: string) => string | undefined;
}

/** Settings in rows, configs in columns, with sticky names and headers. Arrow keys scroll it. */
export function CompareGrid({ configs, rows, onRemove, bulkPath }: CompareGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to } = useScrollWindow(scroller, { rows: rows.length, rowSize: ROW }).rows;
  return (
    <Scroller ref={scroller} tabIndex={0} role="region" aria-label="Comparison" style={sizedFor(configs.length)}>
      <div style={{ width: 'max-content', paddingTop: from * ROW, paddingBottom: (rows.length - to) * ROW }}>
        <table aria-label="Compared settings" aria-rowcount={rows.length + 1}>
          <colgroup>
            <col />
            {configs.map((config) => (
              <col key={idOf(config)} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Setting</th>
              {configs.map((config) => (
                <th key={idOf(config)} scope="col">
                  <ConfigHead config={config} onRemove={onRemove} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(from, to).map((row, index) => (
              <tr key={row.key} aria-rowindex={from + index + 2} data-state={row.state}>
                <th scope="row" aria-label={row.key} title={`${row.key}: ${row.state}`}>
                  <KeyCell row={row} href={bulkPath(row, row.values[usualVariant(row)]?.value ?? '')} />
                </th>
                {configs.map((config, column) => (
                  <td key={idOf(config)}>
                    <Cell row={row} variant={row.cells[column] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Scroller>
  );
}

/** The same as a table, for its download; hidden values stay hidden. */
export const comparedColumns = (configs: readonly ComparedConfig[]): readonly Column<ComparedSettings>[] => [
  { id: 'key', header: 'Setting', cell: ({ key }) => key },
  ...configs.map((config, column): Column<ComparedSettings> => ({
    id: idOf(config),
    header: `${config.tenant_name} ${configLabel(config.service)}`,
    cell: (row) => cellWords(row, row.cells[column] ?? null),
  })),
];

function cellWords({ values, masked }: ComparedSettings, variant: number | null): string {
  const found = variant === null ? undefined : values[variant];
  if (variant === null || !found) return 'missing';
  return `${masked ? `hidden ${letterOf(variant)}` : found.value}${found.off ? ' (not exported)' : ''}`;
}

const sizedFor = (configs: number): CSSProperties => ({ '--configs': configs }) as CSSProperties;

const idOf = ({ tenant_id, service }: ComparedConfig): string => `${tenant_id ?? 'template'} ${service}`;

function ConfigHead({ config, onRemove }: Pick<CompareGridProps, 'onRemove'> & { config: ComparedConfig }) {
  const { tenant_id: id, tenant_name: name, service, revision } = config;
  const label = configLabel(service);
  return (
    <Head>
      <span title={name}>
        {id === null ? name : <Link href={pathTo('/tenant/$id/$kind/config', { id, kind: service })}>{name}</Link>}
        <small>
          {id === null ? label : revision === 0 ? `${label}, nothing saved` : `${label}, revision ${revision}`}
        </small>
      </span>
      {onRemove ? (
        <IconButton icon={mdiClose} size={20} label={`Leave out ${name} ${label}`} onClick={() => onRemove(config)} />
      ) : null}
    </Head>
  );
}

function KeyCell({ row: { key }, href }: { row: ComparedSettings; href: string | undefined }) {
  if (href === undefined) return key;
  return (
    <Head>
      <span>{key}</span>
      <IconButton icon={mdiPlaylistEdit} size={20} label={`Change ${key} on these tenants`} href={href} />
    </Head>
  );
}

/** A, B, C ... for values that are not shown. */
const letterOf = (variant: number): string => (variant < 26 ? String.fromCodePoint(65 + variant) : String(variant + 1));

/** The value of most configs is plain, others are tinted. */
function Cell({ row, variant }: { row: ComparedSettings; variant: number | null }) {
  const found = variant === null ? undefined : row.values[variant];
  if (variant === null || !found) return <Value data-word>missing</Value>;
  const isOther = row.values.length > 1 && variant !== usualVariant(row);
  const word = row.masked ? `hidden ${letterOf(variant)}` : found.value === '' ? 'empty' : null;
  return (
    <Value
      data-word={word !== null || undefined}
      data-other={isOther || undefined}
      title={word === null ? found.value : undefined}
    >
      {word ?? found.value}
      {found.off ? ' (not exported)' : ''}
    </Value>
  );
}

/** The most frequent value; the first of equally frequent ones. */
function usualVariant({ cells, values }: ComparedSettings): number {
  const counts = values.map((_value, variant) => cells.filter((cell) => cell === variant).length);
  return counts.indexOf(Math.max(...counts));
}
