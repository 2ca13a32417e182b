/** Seeded random source: the same seed yields the same sequence on every machine. Not for secrets. */
export interface Dice {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `min` to `max`, inclusive. */
  int(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Weighted choice, e.g. from `[['eu', 6], ['us', 3]]`. */
  weigh<T>(from: readonly (readonly [T, number])[]): T;
  shuffle<T>(from: readonly T[]): T[];
  /** `count` letters and digits. */
  token(count: number): string;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A separate random generator per subject (e.g. one tenant), so that a larger fleet starts with the same tenants. */
export function createDice(seed: number, subject: string): Dice {
  let state = hash(`${seed}:${subject}`);
  // mulberry32 (public domain): small, fast and good enough for test data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('There is nothing to pick from.');
    return from[int(0, from.length - 1)] as T;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    weigh: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [one, weight] of from) if ((left -= weight) < 0) return one;
      return pick(from)[0];
    },
    shuffle: (from) => {
      const rest = [...from];
      return from.map(() => rest.splice(int(0, rest.length - 1), 1)[0] as (typeof rest)[number]);
    },
    token: (count) => Array.from({ length: count }, () => LETTERS[int(0, LETTERS.length - 1)]).join(''),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The date `days` after `today`; both as YYYY-MM-DD, in UTC. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The instant `days` before `today`, at the given second of the day. */
export function daysBefore(today: string, days: number, second: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS + second * 1000).toISOString();
}
