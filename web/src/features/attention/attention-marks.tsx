import { mdiAlert, mdiAlertCircle } from '@mdi/js';
import type { AttentionReason } from '@mission-control/contract/attention/schema';
import { createContext, use } from 'react';
import { Link } from '../../ui/action/link.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, meaningColor } from '../../ui/theme/tokens.ts';
import type { AttentionByTenant } from './queries.ts';

/** Icon and colour of a severity. */
export const severityIcon = (severity: AttentionReason['severity']) =>
  severity === 'bad'
    ? { path: mdiAlertCircle, color: meaningColor.bad.main }
    : { path: mdiAlert, color: meaningColor.warn.main };

const textsOf = (reasons: readonly AttentionReason[]): string => reasons.map(({ text }) => text).join('; ');

const Mark = styled('span')({ display: 'inline-flex', flex: 'none' });

/** The reasons of the tenants that are shown. */
export const ShownAttention = createContext<AttentionByTenant>(new Map());

/** Marks a shown tenant that needs attention, with the reasons as accessible name and tooltip; renders nothing without a reason. */
export function AttentionMark({ tenant }: { tenant: number }) {
  const reasons = use(ShownAttention).get(tenant);
  if (!reasons) return null;
  const text = `Needs attention: ${textsOf(reasons)}`;
  const severity = reasons.some((reason) => reason.severity === 'bad') ? 'bad' : 'warning';
  return (
    <Mark role="img" aria-label={text} title={text}>
      <Icon {...severityIcon(severity)} size={16} />
    </Mark>
  );
}

const Line = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > a': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > span': { flex: 'none', color: color.text3 },
});

/** The most urgent reason with its link, and the number of further ones. */
export function FirstReason({ reasons }: { reasons: readonly AttentionReason[] }) {
  const [first, ...others] = reasons;
  if (!first) return null;
  return (
    <Line title={textsOf(reasons)}>
      <Icon {...severityIcon(first.severity)} size={14} />
      <Link variant="plain" href={first.path}>
        {first.text}
      </Link>
      {others.length > 0 ? <span>+{others.length}</span> : null}
    </Line>
  );
}
