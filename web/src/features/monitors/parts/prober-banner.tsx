import type { ProberState } from '@mission-control/contract/monitors/calls';
import { Banner } from '../../../ui/layout/banner.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';

/** Why the states may be outdated; empty while the prober works. */
export function ProberBanner({ prober }: { prober: ProberState }) {
  if (prober.faulty_since !== null) {
    return (
      <Banner meaning="warn" title="The prober itself is at fault." live>
        Over half of all checks fail together since <RelativeTime at={prober.faulty_since} />: no state changes until
        they do not. Check the network and the DNS of the worker.
      </Banner>
    );
  }
  if (prober.running) return null;
  return (
    <Banner meaning="warn" title="No worker checks the monitors." live>
      What is shown is what was known last. Start a process with PROCESS=worker or all.
    </Banner>
  );
}
