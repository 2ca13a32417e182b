import { mdiFileAlertOutline } from '@mdi/js';
import type { ConfigDrift } from '@mission-control/contract/config/schema';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';

interface DriftBannerProps {
  /** Nothing is shown without it. */
  drift: ConfigDrift | null | undefined;
  /** False if this console has never committed the config. */
  known: boolean;
  live?: boolean;
  action?: ReactNode;
}

function fileText({ hosts, missing }: ConfigDrift, known: boolean): string {
  if (missing === hosts.length) return 'no file of this config';
  return known ? 'a different file from the committed one' : 'a file that was not committed here';
}

/** Servers whose file a commit replaces, because it is not the committed one. */
export function DriftBanner({ drift, known, live = false, action }: DriftBannerProps) {
  if (!drift) return null;
  return (
    <Banner
      live={live}
      meaning="bad"
      icon={mdiFileAlertOutline}
      title={known ? 'Changed on the server.' : 'Unknown on the server.'}
      action={action}
    >
      {drift.hosts.join(', ')} {drift.hosts.length === 1 ? 'has' : 'have'} {fileText(drift, known)}, found{' '}
      <RelativeTime at={drift.found_at} />. Commit{' '}
      {drift.missing === drift.hosts.length ? 'writes' : 'replaces it with'} the saved config.
    </Banner>
  );
}
