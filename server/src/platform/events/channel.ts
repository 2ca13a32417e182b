/** The channel on which every committed change is announced to all server processes. */
export const LIVE_CHANNEL = 'live';
