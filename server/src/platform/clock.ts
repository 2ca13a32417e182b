import { randomBytes, randomUUID } from 'node:crypto';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The only source of wall-clock time, so that tests control it. */
export interface Clock {
  now(): Date;
}

/** The only source of ids and randomness, so that tests control them. */
export interface Random {
  uuid(): string;
  bytes(count: number): Buffer;
}

/** Monotonic milliseconds, unaffected by changes to the system clock. */
export const monotonicMs = (): number => performance.now();

export const systemClock: Clock = { now: () => new Date() };
export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };
