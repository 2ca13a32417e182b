import type { LiveEvent } from '@mission-control/contract/events/calls';

/** The NOTIFY channel that announces committed changes to all server processes. */
export const LIVE_CHANNEL = 'live';

/** A change, or a notice that changes may have been missed and everything should be refetched. */
export type LiveMessage = { kind: 'change'; event: LiveEvent } | { kind: 'missed' };
