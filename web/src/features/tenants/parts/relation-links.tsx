import { RELATION_HEADINGS } from '@mission-control/contract/relations/rules';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';
import type { RelationGroup } from '../relation-groups.ts';

/** More relations of a kind than this wait behind a button. */
const SHOWN = 2;

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 6px',
  color: color.text3,
  '& > span': { overflowWrap: 'anywhere' },
});

/** 'Parent of' or 'Child of' with a link to each related tenant [TEN-16, TEN-17, TEN-18]. */
export function RelationLinks({ group: { type, relations } }: { group: RelationGroup }) {
  const [all, setAll] = useState(false);
  const shown = all ? relations : relations.slice(0, SHOWN);
  const more = relations.length - SHOWN;
  return (
    <Line>
      {RELATION_HEADINGS[type]}
      {shown.map(({ id, tenant_right, tenant_right_name }, index) => (
        <span key={id}>
          <Link href={`/tenant/${tenant_right}`}>{tenant_right_name}</Link>
          {index < shown.length - 1 ? ',' : ''}
        </span>
      ))}
      {more > 0 ? (
        <ActionButton variant="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `+${more} more`}
        </ActionButton>
      ) : null}
    </Line>
  );
}
