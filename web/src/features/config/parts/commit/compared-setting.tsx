import { mdiKeyOutline, mdiServerOutline, mdiSourceCommit } from '@mdi/js';
import type { ComparedRow } from '@mission-control/contract/config/history';
import { Badge } from '../../../../ui/display/badge.tsx';
import { Mono } from '../../../../ui/display/mono.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, meaningColor, monoText, narrow } from '../../../../ui/theme/tokens.ts';
import { cellNote, groupText, marksOf, sameCell, type Cell } from '../../state/compared.ts';
import { SECRET_MASK } from '../../../../ui/display/visible-text.ts';
import { Quiet, Stack, Wrap } from '../editor/layout.ts';

type Tone = 'plain' | 'accent' | 'bad';

const INK: Readonly<Record<Tone, string>> = { plain: color.text, accent: color.accentText, bad: meaningColor.bad.main };

const Value = styled('div', ['tone'])<{ tone: Tone }>(({ tone }) => ({
  ...monoText,
  fontSize: 12,
  lineHeight: '18px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 168,
  overflowY: 'auto',
  color: INK[tone],
}));
const None = styled('span')({ color: color.text3, fontSize: 12, lineHeight: '18px' });
const Label = styled('span')({
  display: 'none',
  [narrow]: { display: 'block', fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** A setting as saved, committed and on the servers, with equal values grouped. */
export function ComparedSetting({ row }: { row: ComparedRow }) {
  const { key, saved, committed, servers } = row;
  const { waiting, changed } = marksOf(row);
  const secret = [saved, committed, ...servers.map(({ cell }) => cell)].some((cell) => cell?.masked);
  const changedTone = (cell: Cell): Tone => (sameCell(cell, committed) ? 'plain' : 'bad');
  return (
    <div role="row">
      <Stack gap={4} role="rowheader">
        <Mono style={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{key}</Mono>
        <Wrap>
          {secret ? <Badge icon={mdiKeyOutline}>Secret</Badge> : null}
          {waiting ? (
            <Badge tone="notice" icon={mdiSourceCommit}>
              Not committed
            </Badge>
          ) : null}
          {changed ? (
            <Badge tone="bad" icon={mdiServerOutline}>
              Changed on the server
            </Badge>
          ) : null}
        </Wrap>
      </Stack>
      <div role="cell">
        <Label>Saved</Label>
        <Side row={row} cell={saved} tone={waiting ? 'accent' : 'plain'} what={`Saved ${key}`} />
      </div>
      <div role="cell">
        <Label>Committed</Label>
        <Side row={row} cell={committed} tone="plain" what={`Committed ${key}`} />
      </div>
      <Stack gap={8} role="cell">
        <Label>On the servers now</Label>
        {servers.length === 0 ? <None>No server could be read</None> : null}
        {servers.map(({ hosts, cell }) => (
          <div key={hosts.join(' ')}>
            <Side row={row} cell={cell} tone={changedTone(cell)} what={`${key} on ${hosts.join(', ')}`} />
            <Quiet>{groupText(row, hosts)}</Quiet>
          </div>
        ))}
      </Stack>
    </div>
  );
}

/** Longer values scroll within their cell. */
const LONG = 300;
const MANY_LINES = 9;

function Side({ row, cell, tone, what }: { row: ComparedRow; cell: Cell; tone: Tone; what: string }) {
  if (!cell) return <None>Not there</None>;
  const long = cell.value.length > LONG || cell.value.split('\n').length > MANY_LINES;
  const note = cellNote(cell, row);
  return (
    <>
      <Value tone={tone} {...(long ? { tabIndex: 0, role: 'region', 'aria-label': what } : null)}>
        {cell.masked ? SECRET_MASK : cell.value === '' ? <None>(empty)</None> : cell.value}
      </Value>
      {note === null ? null : <Quiet>{note}</Quiet>}
    </>
  );
}
