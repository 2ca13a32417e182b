import type { ShownState } from '@mission-control/contract/monitors/rules';

/** What stands for the time that a state has none of. */
export const neverText = ({ word }: Pick<ShownState, 'word'>): string =>
  word === 'DOWN' || word === 'OFF' ? 'never online' : 'never offline';
