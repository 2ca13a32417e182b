import { countText } from '@mission-control/contract/numbers';
import type { DomainStanding as Standing } from '@mission-control/contract/monitors/calls';
import { CERTIFICATE_WARNING_DAYS, shownState } from '@mission-control/contract/monitors/rules';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { StatusChip, type ChipMeaning } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 14px',
  minHeight: 20,
  marginTop: 4,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  '& > [data-warn]': { color: color.yellow },
});

const COLOURS: Record<ReturnType<typeof shownState>['colour'], ChipMeaning> = {
  green: 'good',
  yellow: 'warn',
  red: 'bad',
  grey: 'off',
};
const DAY_MS = 24 * 60 * 60_000;

/** Reachability of a saved domain: its monitor, its DNS response, and its certificate. */
export function DomainStanding({ standing, now }: { standing: Standing; now: Date }) {
  const { monitor } = standing;
  const dns = dnsWords(standing);
  const certificate = certificateWords(standing, now);
  const shown = monitor && shownState(monitor);
  return (
    <Line>
      {shown ? (
        <Link href={pathTo('/monitor/$id', { id: monitor.id })}>
          <StatusChip meaning={COLOURS[shown.colour]} variant="quiet" size="small">
            {shown.word}
          </StatusChip>
        </Link>
      ) : (
        <span>Not checked yet</span>
      )}
      <span data-warn={dns.warn || undefined}>{dns.text}</span>
      {certificate ? <span data-warn={certificate.warn || undefined}>{certificate.text}</span> : null}
    </Line>
  );
}

interface Words {
  text: string;
  warn: boolean;
}

const ADDRESSES = 2;

function dnsWords({ addresses }: Standing): Words {
  if (addresses === null) return { text: 'DNS does not respond', warn: true };
  if (addresses.length === 0) return { text: 'DNS does not know this host', warn: true };
  const more = addresses.length - ADDRESSES;
  return { text: `DNS ${addresses.slice(0, ADDRESSES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`, warn: false };
}

function certificateWords({ covers, certificate, certificate_ends: ends }: Standing, now: Date): Words | null {
  const name = !covers
    ? 'Certificate'
    : certificate === null
      ? 'No certificate of the fleet covers it'
      : `Certificate ${certificate}`;
  const missing = covers && certificate === null;
  if (ends === null) return covers ? { text: name, warn: missing } : null;
  const days = Math.floor((Date.parse(ends) - now.getTime()) / DAY_MS);
  const left = days < 0 ? 'has expired' : `expires in ${countText(days, 'day')}`;
  return {
    text: missing ? `${name}; the site's ${left}` : `${name} ${left}`,
    warn: missing || days < CERTIFICATE_WARNING_DAYS,
  };
}
