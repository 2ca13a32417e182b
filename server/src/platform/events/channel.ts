import type { LiveEvent } from '@mission-control/contract/events/calls';

/** The channel on which every committed change is announced to all server processes. */
export const LIVE_CHANNEL = 'live';

/** What a subscriber is told: a change, or that changes may have been missed and everything should be read again. */
export type LiveMessage = { kind: 'change'; event: LiveEvent } | { kind: 'missed' };
