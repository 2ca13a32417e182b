import { numberText } from '@mission-control/contract/numbers';
import { mdiAlertCircleOutline } from '@mdi/js';
import { useState } from 'react';
import { ActionButton } from '../action/action-button.tsx';
import { CopyButton } from '../action/copy-button.tsx';
import { Icon } from './icon.tsx';
import { Mono } from './mono.tsx';
import { Panel } from '../layout/panel.tsx';
import { styled } from '../theme/styled.ts';
import { color, meaningColor, narrow } from '../theme/tokens.ts';

const PAGE = 50;

/** A fault at a line and path of a file; `line` is null for the whole file. */
interface Fault {
  line: number | null;
  path: string;
  message: string;
}

interface FaultListProps {
  file: File;
  faults: readonly Fault[];
  /** Total number of faults; `faults` may be truncated. */
  count: number;
}

const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  padding: '8px 12px',
  '& > svg': { color: meaningColor.bad.main },
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, flex: 1, overflowWrap: 'anywhere' },
});
const List = styled('ol')({
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 2fr) minmax(0, 3fr)',
    gap: '2px 12px',
    padding: '6px 12px',
    borderTop: `1px solid ${color.lineSoft}`,
    fontSize: 13,
    lineHeight: '20px',
    overflowWrap: 'anywhere',
    [narrow]: { gridTemplateColumns: '64px minmax(0, 1fr)', '& > :last-child': { gridColumn: 2 } },
  },
  '& > li > :first-of-type': { color: color.text3, fontVariantNumeric: 'tabular-nums' },
});

/** The faults of a file by line. */
export function FaultList({ file, faults, count }: FaultListProps) {
  const [shown, setShown] = useState(PAGE);
  const text = faults.map(({ line, path, message }) => `${file.name}:${line ?? ''}: ${path}: ${message}`).join('\n');
  return (
    <Panel aria-label="Errors" role="alert">
      <Head>
        <Icon path={mdiAlertCircleOutline} />
        <h2>{`${file.name} has ${count === 1 ? 'one error' : `${numberText(count)} errors`}. Correct it and read it again.`}</h2>
        <CopyButton text={text} label="Copy all errors" />
      </Head>
      <List>
        {faults.slice(0, shown).map(({ line, path, message }, at) => (
          <li key={at}>
            <span>{line === null ? '' : `Line ${line}`}</span>
            <Mono small>{path}</Mono>
            <span>{message}</span>
          </li>
        ))}
      </List>
      {faults.length > shown ? (
        <ActionButton onClick={() => setShown(shown + 10 * PAGE)}>
          {`Show more of ${numberText(faults.length)}`}
        </ActionButton>
      ) : null}
    </Panel>
  );
}
