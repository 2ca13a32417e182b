import { mdiBellOutline } from '@mdi/js';
import { countAlerts } from '@mission-control/contract/alerts/calls';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/api/query.ts';
import { Link } from '../../ui/action/link.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, meaningColor, narrow } from '../../ui/theme/tokens.ts';

export { AlertsFrame } from './parts/alerts-frame.tsx';

const Bell = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 28,
  height: 28,
  fontSize: 12,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  color: color.text2,
  '&:hover': { color: color.text },
  '&[data-gravest="critical"]': { color: meaningColor.bad.main },
  '&[data-gravest="warning"]': { color: meaningColor.warn.main },
  [narrow]: { minWidth: 36, height: 36, justifyContent: 'center' },
});

/** Link to the alerts, with the number of open ones. */
export function AlertBell() {
  const { data } = useQuery(queryOf(countAlerts, {}));
  const open = data?.open ?? 0;
  const label = open === 0 ? 'Alerts, none open' : `Alerts, ${numberText(open)} open`;
  return (
    <Bell variant="plain" href="/alerts" aria-label={label} title={label} data-gravest={data?.gravest ?? undefined}>
      <Icon path={mdiBellOutline} size={18} />
      {open === 0 ? null : open > 99 ? '99+' : open}
    </Bell>
  );
}
