import type { ShownState } from '@mission-control/contract/monitors/rules';

const MEANINGS = { green: 'good', yellow: 'warn', red: 'bad', grey: 'off' } as const;

/** The colour of a state as the theme calls it. */
export const meaningOf = ({ colour }: ShownState) => MEANINGS[colour];
