import { mdiAlert, mdiCheckCircle, mdiCloseCircle, mdiPauseCircle } from '@mdi/js';
import type { MonitorState } from '@mission-control/contract/monitors/rules';
import { FacetChip } from '../../../ui/table/facet-chip.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { meaningColor } from '../../../ui/theme/tokens.ts';

const STATES = [
  { state: 'down', label: 'DOWN', icon: mdiCloseCircle, hue: meaningColor.bad.main },
  { state: 'warning', label: 'WARNING', icon: mdiAlert, hue: meaningColor.warn.main },
  { state: 'up', label: 'UP', icon: mdiCheckCircle, hue: meaningColor.good.main },
  { state: 'inactive', label: 'Inactive', icon: mdiPauseCircle, hue: meaningColor.off.main },
] as const;

const Root = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const Mark = styled('span')({ display: 'inline-flex' });

interface StateFilterProps {
  /** Undefined while loading. */
  all: number | undefined;
  counts: Record<MonitorState, number> | undefined;
  chosen: MonitorState | undefined;
  onChoose: (state: MonitorState | undefined) => void;
}

/** Filters the monitors by state. */
export function StateFilter({ all, counts, chosen, onChoose }: StateFilterProps) {
  return (
    <Root role="group" aria-label="State">
      <FacetChip count={all} on={chosen === undefined} onToggle={() => onChoose(undefined)}>
        All
      </FacetChip>
      {STATES.map(({ state, label, icon, hue }) => (
        <FacetChip
          key={state}
          count={counts?.[state]}
          on={chosen === state}
          onToggle={() => onChoose(chosen === state ? undefined : state)}
          mark={
            chosen === state ? null : (
              <Mark style={{ color: hue }}>
                <Icon path={icon} size={14} />
              </Mark>
            )
          }
        >
          {label}
        </FacetChip>
      ))}
    </Root>
  );
}
