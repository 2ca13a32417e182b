export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A time as inventories have it. */
export const iso = (ms: number): string => new Date(ms).toISOString();
