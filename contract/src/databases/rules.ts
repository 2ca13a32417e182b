/** Length of an activity span in minutes; spans are aligned to multiples of it since the epoch (UTC). */
export const SPAN_MINUTES = 12;

/** Time range of the activity, in minutes up to now. */
export const DAY_MINUTES = 1440;

/** Minimum upper bound of the sparkline's scale, which is 40 px high [DB-10]. */
export const SPARK_FLOOR = 40;

/** Colour of a server's sparkline by its peak load in the last 24 hours [DB-07, DB-08]. */
type SparkColour = 'green' | 'white' | 'orange' | 'red' | 'grey';

/** @param data active connections, one value per span; the highest plus one determines the colour (C-055). */
export function sparkColour(data: readonly number[]): SparkColour {
  if (data.length === 0) return 'grey';
  const top = data.reduce((most, value) => Math.max(most, value), 0) + 1;
  if (top < 4) return 'green';
  if (top < 10) return 'white';
  return top < 20 ? 'orange' : 'red';
}

/** Load of a database server, as a colour [SVC-12]. */
export type LoadColour = 'green' | 'white' | 'orange' | 'red' | 'yellow';

/** @param average of active connections; anything but a number is yellow (unknown). */
export function loadColour(average: unknown): LoadColour {
  if (typeof average !== 'number' || !Number.isFinite(average)) return 'yellow';
  if (average < 4) return 'green';
  if (average < 10) return 'white';
  return average < 20 ? 'orange' : 'red';
}
