import { mdiClockAlertOutline } from '@mdi/js';
import { licenceChip, licenceSentence, type LicenceExpiry } from '@mission-control/contract/config/licence-expiry';
import { StatusChip } from '../../ui/display/status-chip.tsx';

interface LicenceChipProps {
  expiry: LicenceExpiry;
  /** Quiet in a row of the list, a chip on a card. */
  variant: 'quiet' | 'tint';
}

const looks = {
  soon: { meaning: 'warn', icon: mdiClockAlertOutline },
  expired: { meaning: 'bad' },
  invalid: { meaning: 'warn' },
} as const;

/** When the licence expires; the whole sentence on hover. */
export function LicenceChip({ expiry, variant }: LicenceChipProps) {
  const sentence = licenceSentence(expiry);
  if (expiry.state === 'never' || expiry.state === 'fine') {
    if (variant === 'quiet') return <span title={sentence}>{licenceChip(expiry) || 'Never'}</span>;
    return (
      <StatusChip meaning="plain" variant="outline" size="small" title={sentence}>
        {expiry.state === 'never' ? 'Never expires' : `Expires ${licenceChip(expiry)}`}
      </StatusChip>
    );
  }
  return (
    <StatusChip size="small" variant={variant} title={sentence} {...looks[expiry.state]}>
      {licenceChip(expiry)}
    </StatusChip>
  );
}
