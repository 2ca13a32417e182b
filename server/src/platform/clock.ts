import { randomBytes, randomUUID } from 'node:crypto';

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
