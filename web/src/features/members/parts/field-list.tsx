import { mdiChevronDown } from '@mdi/js';
import { listMemberColumns } from '@mission-control/contract/members/calls';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius } from '../../../ui/theme/tokens.ts';

const Toggle = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 44,
  padding: '0 16px',
  border: 0,
  borderRadius: radius.card,
  background: 'none',
  font: 'inherit',
  fontSize: 13,
  textAlign: 'left',
  color: color.text2,
  cursor: 'pointer',
  '& b': { fontSize: 14, fontWeight: 600, letterSpacing: '-.01em', color: color.text },
  '& > svg': { marginLeft: 'auto', transition: 'transform 120ms ease-out' },
  '&[aria-expanded="true"] > svg': { transform: 'rotate(180deg)' },
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});
const List = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: '10px 32px',
  padding: '4px 16px 16px',
  '& > div': { minWidth: 0 },
  '& dt': { fontSize: 13, lineHeight: '20px', fontWeight: 550 },
  '& dd': { fontSize: 12, lineHeight: '16px', color: color.text3, margin: 0 },
});
/** The importable fields, collapsible [IMP-02]. */
export function FieldList({ startsOpen }: { startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  const query = useQuery(queryOf(listMemberColumns, {}));
  return (
    <Panel aria-label="Importable fields">
      <Toggle type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <b>Importable fields</b>
        {query.data ? <span>{query.data.columns.length}</span> : null}
        <Icon path={mdiChevronDown} />
      </Toggle>
      <div id={id} hidden={!open}>
        <QueryView
          query={query}
          errorTitle="The fields could not be loaded"
          loading={
            <List>
              <Skeleton width="60%" />
            </List>
          }
          empty={null}
        >
          {({ columns, notes }) => (
            <List>
              {columns.map((name) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{notes[name]}</dd>
                </div>
              ))}
            </List>
          )}
        </QueryView>
      </div>
    </Panel>
  );
}
