/** Maximum tenants per report; larger environments send several. */
export const TENANTS_A_REPORT = 200;

/** Age in minutes above which a report is stale. */
export const STALE_MINUTES = 15;

/** @param created ISO 8601 @param now ms since the epoch */
export function isStale(created: string, now: number): boolean {
  return now - Date.parse(created) > STALE_MINUTES * 60_000;
}
