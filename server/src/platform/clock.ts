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

/** Ms since some moment, in even steps whatever is done to the machine's clock. */
export const monotonicMs = (): number => performance.now();

export const systemClock: Clock = { now: () => new Date() };
export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };
