import { mdiCheckCircleOutline, mdiPauseCircleOutline } from '@mdi/js';
import { entryKey, readResults, RESULTS, type ItemResult } from '@mission-control/contract/inventory/plan';
import { countText } from '@mission-control/contract/numbers';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { Panel, Toolbar } from '../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { RunLog } from '../../../ui/run/run-log.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow } from '../../../ui/theme/tokens.ts';
import { KIND_WORDS } from '../plan-words.ts';

const MAX_ROWS = 500;

const List = styled('ul')({
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '110px minmax(0, 260px) minmax(0, 1fr)',
    gap: '2px 12px',
    padding: '7px 12px',
    fontSize: 13,
    lineHeight: '20px',
    overflowWrap: 'anywhere',
    '& + &': { borderTop: `1px solid ${color.lineSoft}` },
    [narrow]: { gridTemplateColumns: '96px minmax(0, 1fr)', '& > :last-child': { gridColumn: '1 / -1' } },
  },
  '& > li > :first-of-type': { display: 'flex', alignItems: 'center', gap: 6 },
  '& small': { fontSize: 12, color: color.text3 },
});

const WORDS: Readonly<Record<ItemResult['result'], string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  left: 'Left',
};

interface ResultListProps {
  log: RunLog;
  ended: boolean;
}

/** The result of each chosen item; those left come first, with the reason. */
export function ResultList({ log, ended }: ResultListProps) {
  const version = useSyncExternalStore(log.subscribe, log.version);
  const [shown, setShown] = useState<ItemResult['result'] | 'all'>('all');
  // The log is mutated in place, so only its version tells that it has grown.
  const results = useMemo(() => (version < 0 ? [] : readResults(log.text())), [log, version]);
  const count = (wanted: ItemResult['result']) => results.filter(({ result }) => result === wanted).length;
  const rows = results
    .filter(({ result }) => shown === 'all' || result === shown)
    .toSorted((one, other) => Number(other.result === 'left') - Number(one.result === 'left'));
  if (results.length === 0 && !ended) return null;
  return (
    <>
      <Toolbar>
        <Segment
          label="Result"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: 'All', count: results.length },
            ...RESULTS.map((one) => ({ value: one, label: WORDS[one], count: count(one) })),
          ]}
        />
      </Toolbar>
      <Panel aria-label="Results">
        {rows.length === 0 ? (
          <StatePanel title="Nothing here">No item of the import has this result.</StatePanel>
        ) : (
          <List>
            {rows.slice(0, MAX_ROWS).map((one) => (
              <ResultRow key={`${one.result} ${entryKey(one)}`} {...one} />
            ))}
          </List>
        )}
        {rows.length > MAX_ROWS ? (
          <p>{`${countText(rows.length - MAX_ROWS, 'more is', 'more are')} in the output.`}</p>
        ) : null}
      </Panel>
    </>
  );
}

function ResultRow({ result, kind, ref, reason }: ItemResult) {
  const isLeft = result === 'left';
  return (
    <li>
      <span>
        <Icon
          path={isLeft ? mdiPauseCircleOutline : mdiCheckCircleOutline}
          size={14}
          color={isLeft ? meaningColor.warn.main : meaningColor.good.main}
        />
        {WORDS[result]}
      </span>
      <span>
        <b>{ref}</b> <small>{KIND_WORDS[kind].one}</small>
      </span>
      <span>{reason}</span>
    </li>
  );
}
