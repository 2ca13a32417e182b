/** Most tenants of one report; an environment with more sends several. */
export const TENANTS_A_REPORT = 200;

/** Age in minutes from which on a report is shown as stale. */
export const STALE_MINUTES = 15;

/** True when a report of this time no longer tells how things are. @param created ISO 8601 @param now ms since 1970 */
export function isStale(created: string, now: number): boolean {
  return now - Date.parse(created) > STALE_MINUTES * 60_000;
}
