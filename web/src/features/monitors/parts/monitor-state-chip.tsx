import { mdiTimerSandEmpty } from '@mdi/js';
import { shownState, type MonitorFacts, type ShownState } from '@mission-control/contract/monitors/rules';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { meaningOf } from '../state-meaning.ts';

/** The state of a monitor in its word and colour [MON-07..10]. */
export function MonitorStateChip({ monitor }: { monitor: MonitorFacts }) {
  const shown: ShownState = shownState(monitor);
  return (
    <StatusChip meaning={meaningOf(shown)} {...(shown.state === 'waiting' ? { icon: mdiTimerSandEmpty } : null)}>
      {shown.word}
    </StatusChip>
  );
}
