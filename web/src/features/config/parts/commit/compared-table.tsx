import type { CallResponse } from '@mission-control/contract/call';
import type { compareServers } from '@mission-control/contract/config/calls';
import type { ComparedRow } from '@mission-control/contract/config/history';
import { countText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { CsvButton } from '../../../../lib/csv-button.tsx';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, narrow, panelSurface, visuallyHidden } from '../../../../ui/theme/tokens.ts';
import { comparedServersColumns } from '../../state/compared.ts';
import { ComparedSetting } from './compared-setting.tsx';
import { Quiet, Row, Spring } from '../editor/layout.ts';

interface ComparedTableProps {
  rows: readonly ComparedRow[];
  data: Pick<CallResponse<typeof compareServers>, 'revision' | 'committed_revision'>;
}

const PAGE = 50;

// Cards on a phone: the ARIA roles keep it a table.
const Table = styled('div')({
  ...panelSurface,
  overflow: 'hidden',
  '& [role="row"]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(160px, .8fr) repeat(3, minmax(0, 1fr))',
    gap: '0 16px',
    padding: '10px 16px',
    borderTop: `1px solid ${color.lineSoft}`,
  },
  '& [data-head]': { borderTop: 0, background: color.raised, fontSize: 12.5, fontWeight: 550, color: color.text2 },
  [narrow]: {
    '& [role="row"]': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 8, padding: 12 },
    '& [data-head]': visuallyHidden,
  },
});

/** The differing settings, with the value of each side. */
export function ComparedTable({ rows, data }: ComparedTableProps) {
  const [shown, setShown] = useState(PAGE);
  const { revision, committed_revision: committed } = data;
  const more = Math.max(0, rows.length - shown);
  return (
    <>
      <Row>
        <Quiet>{countText(rows.length, 'setting')} not the same everywhere</Quiet>
        <Spring />
        <CsvButton label="Servers" columns={comparedServersColumns(rows)} rows={rows} />
      </Row>
      <Table role="table" aria-label="Settings that differ" aria-rowcount={rows.length + 1}>
        <div role="rowgroup">
          <div role="row" data-head>
            <span role="columnheader">Name</span>
            <span role="columnheader">Saved{revision === 0 ? '' : `, revision ${revision}`}</span>
            <span role="columnheader">
              {committed === null ? 'Never committed' : `Committed, revision ${committed}`}
            </span>
            <span role="columnheader">On the servers now</span>
          </div>
        </div>
        <div role="rowgroup">
          {rows.slice(0, shown).map((row) => (
            <ComparedSetting key={row.key} row={row} />
          ))}
        </div>
      </Table>
      {more > 0 ? (
        <ActionButton block onClick={() => setShown(shown + PAGE)}>
          {`Show ${Math.min(PAGE, more)} more of ${more}`}
        </ActionButton>
      ) : null}
    </>
  );
}
