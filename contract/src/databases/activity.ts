/** Length of one span of the activity in minutes; spans begin at full multiples of it since 1970 (UTC). */
export const SPAN_MINUTES = 12;

/** The activity shows this many minutes up to now. */
export const DAY_MINUTES = 1440;

/** A spark drawn in 40 px never scales up further than this [DB-10]. */
export const SPARK_FLOOR = 40;

/** How busy a server was at its busiest in the last 24 hours, as the colour of its sparkline [DB-07, DB-08]. */
export type SparkColour = 'green' | 'white' | 'orange' | 'red' | 'grey';

/** @param data active connections, a value per span; the colour goes by the highest one plus one (C-055). */
export function sparkColour(data: readonly number[]): SparkColour {
  if (data.length === 0) return 'grey';
  const top = data.reduce((most, value) => Math.max(most, value), 0) + 1;
  if (top < 4) return 'green';
  if (top < 10) return 'white';
  return top < 20 ? 'orange' : 'red';
}
