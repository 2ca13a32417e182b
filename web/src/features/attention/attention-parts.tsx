import { mdiCheckCircleOutline } from '@mdi/js';
import { ATTENTION_KINDS, ATTENTION_NAMES } from '@mission-control/contract/attention/kinds';
import type { AttentionChoice, AttentionReason } from '@mission-control/contract/attention/schema';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathTo } from '../../lib/address/path-to.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { Link } from '../../ui/action/link.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, meaningColor, narrow } from '../../ui/theme/tokens.ts';
import { severityIcon } from './attention-marks.tsx';
import { attentionCounts } from './queries.ts';

/** Path of the tenants that need attention for a reason, including inactive ones. */
export const attentionPath = (choice: AttentionChoice): string => pathTo('/tenant', null, { attention: choice });

const Chips = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > li': { minWidth: 0, maxWidth: '100%' },
});

const Chip = styled(Link)({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  maxWidth: '100%',
  padding: '2px 10px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: 14,
  fontSize: 12.5,
  lineHeight: '16px',
  color: color.text,
  background: color.surface,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none' },
  '&:hover': { background: color.hover },
  [narrow]: { minHeight: 36 },
});

/** Reasons beyond this number are behind a button. */
const SHOWN = 3;

/** Why a tenant needs attention, each reason with its link; renders nothing without a reason. */
export function AttentionReasons({ reasons }: { reasons: readonly AttentionReason[] }) {
  const [all, setAll] = useState(false);
  if (reasons.length === 0) return null;
  const more = reasons.length - SHOWN;
  return (
    <Chips aria-label="Needs attention">
      {(all ? reasons : reasons.slice(0, SHOWN)).map(({ kind, severity, text, path }) => (
        <li key={`${kind} ${text}`}>
          <Chip variant="plain" href={path}>
            <Icon {...severityIcon(severity)} size={14} label={ATTENTION_NAMES[kind]} />
            {text}
          </Chip>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <ActionButton variant="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `+${more} more`}
          </ActionButton>
        </li>
      ) : null}
    </Chips>
  );
}

const Numbers = styled(Panel)({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '10px 16px',
  '& > h2': { fontSize: 13, lineHeight: '16px', fontWeight: 600 },
  '& > p': { display: 'flex', alignItems: 'center', gap: 6, color: color.text2 },
  '& b': { fontWeight: 620, fontVariantNumeric: 'tabular-nums' },
  // Reserves about its final height while loading, so that nothing below jumps.
  [narrow]: { padding: 12, '&[aria-busy="true"]': { minHeight: 216, alignContent: 'start' } },
});

/** How many tenants need attention and why; each number links to exactly these tenants. */
export function AttentionNumbers() {
  const { data, error } = useQuery(attentionCounts);
  if (error && !data) return null;
  return (
    <Numbers aria-label="Needs attention" aria-busy={!data}>
      <h2>Needs attention</h2>
      {data ? <Counted needing={data.needing} counts={data.counts} /> : <Skeleton width={320} height={28} />}
    </Numbers>
  );
}

type Counts = Record<(typeof ATTENTION_KINDS)[number], number>;

function Counted({ needing, counts }: { needing: number; counts: Counts }) {
  if (needing === 0)
    return (
      <p>
        <Icon path={mdiCheckCircleOutline} size={16} color={meaningColor.good.main} />
        No tenant needs attention.
      </p>
    );
  const kinds = ATTENTION_KINDS.filter((kind) => counts[kind] > 0);
  return (
    <Chips>
      <li>
        <NumberChip choice="any" name={needing === 1 ? 'tenant' : 'tenants'} count={needing} />
      </li>
      {kinds.map((kind) => (
        <li key={kind}>
          <NumberChip choice={kind} name={ATTENTION_NAMES[kind]} count={counts[kind]} />
        </li>
      ))}
    </Chips>
  );
}

function NumberChip({ choice, name, count }: { choice: AttentionChoice; name: string; count: number }) {
  return (
    <Chip variant="plain" href={attentionPath(choice)}>
      <span>
        <b>{numberText(count)}</b> {name}
      </span>
    </Chip>
  );
}
