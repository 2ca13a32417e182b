import { isBehind } from '@mission-control/contract/tenants/rules';
import { Mono } from '../../ui/display/mono.tsx';
import { color } from '../../ui/theme/tokens.ts';

interface RunningVersionProps {
  /** As reported. */
  runs: string | null | undefined;
  /** Version deployed for the tenant's group; null if the tenant already runs it. */
  wanted: string | null | undefined;
  /** Names the deployed version beside the running one, not only on hover. */
  long?: boolean;
}

/** The version that a tenant runs, and whether a newer one is deployed for it (C-129). */
export function RunningVersion({ runs, wanted, long = false }: RunningVersionProps) {
  const behind = isBehind(runs, wanted);
  const deployed = wanted ? `${wanted} is deployed` : undefined;
  return (
    <>
      <Mono small={!long} title={behind ? deployed : (runs ?? undefined)}>
        {runs ?? (long ? '–' : null)}
        {behind && !long ? (
          <span role="img" aria-label={`behind: ${deployed}`} style={{ color: color.yellow, marginLeft: 3 }}>
            ↑
          </span>
        ) : null}
      </Mono>
      {long && deployed ? <span style={{ color: behind ? color.yellow : color.text3 }}>{deployed}</span> : null}
    </>
  );
}
