import type { Services } from './context.ts';

/** A number of the whole installation for Prometheus, read from the database: every process says the same. */
export interface Measure {
  name: string;
  help: string;
  /** What tells its numbers apart; null: there is one. */
  label: string | null;
  /** The numbers by the value of the label ('' without one); those that are absent are not told. */
  read(services: Pick<Services, 'db' | 'clock'>): Promise<ReadonlyMap<string, number>>;
}
