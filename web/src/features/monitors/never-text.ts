import type { MonitorState } from '@mission-control/contract/monitors/rules';

/** What stands for the time that a state has none of. */
export const neverText = (state: MonitorState): string => (state === 'down' ? 'never online' : 'never offline');
