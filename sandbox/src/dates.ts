const DAY_MS = 86_400_000;

/** The date `days` after `today`; both as YYYY-MM-DD, in UTC. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The instant `days` before `today`, at the given second of the day. */
export function daysBefore(today: string, days: number, second: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS + second * 1000).toISOString();
}
