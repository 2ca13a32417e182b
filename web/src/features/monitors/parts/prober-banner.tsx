import type { ProberState } from '@mission-control/contract/monitors/calls';
import { Banner } from '../../../ui/layout/banner.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';

/** Why the states may be outdated; empty while the prober works. */
export function ProberBanner({ prober }: { prober: ProberState }) {
  if (prober.faulty_since !== null) {
    return (
      <Banner meaning="warn" title="Monitoring itself may be failing." live>
        Over half of all checks have been failing together since <RelativeTime at={prober.faulty_since} />. States do
        not change until they recover. Check the network and the DNS of the worker.
      </Banner>
    );
  }
  if (prober.running) return null;
  return (
    <Banner meaning="warn" title="No worker is running checks." live>
      The states shown are the last known ones. Start a process with PROCESS=worker or all.
    </Banner>
  );
}
