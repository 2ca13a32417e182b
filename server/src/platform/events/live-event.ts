/** The channel on which every committed change is announced to all server processes. */
export const LIVE_CHANNEL = 'live';

/** A committed change: which topics are stale now (`tenants`, `tenant:12`), and who made it. */
export interface LiveEvent {
  topics: string[];
  by: string;
}
