import { decimalText } from '../numbers.ts';

/** Length of an activity span in minutes; spans are aligned to multiples of it since the epoch (UTC). */
export const SPAN_MINUTES = 12;

/** Time range of the activity, in minutes up to now. */
export const DAY_MINUTES = 1440;

/** Minimum upper bound of the sparkline's scale, which is 40 px high [DB-10]. */
export const SPARK_FLOOR = 40;

type Colour = 'green' | 'white' | 'orange' | 'red';

/**
 * Colour of a server's sparkline by its peak load in the last 24 hours [DB-07, DB-08].
 * @param data active connections, one value per span; the highest plus one determines the colour (C-055)
 */
export const sparkColour = (data: readonly number[]): Colour | 'grey' =>
  data.length === 0 ? 'grey' : colourOf(Math.max(0, ...data) + 1);

/** Colour of a server's average load [SVC-12]: yellow (unknown) for anything but a number. */
export const loadColour = (average: unknown): Colour | 'yellow' =>
  typeof average === 'number' && Number.isFinite(average) ? colourOf(average) : 'yellow';

/** '3.9', '4.0', or 'n/a'. */
export const loadText = (average: number | 'n/a'): string =>
  typeof average === 'number' ? decimalText(average) : average;

function colourOf(connections: number): Colour {
  if (connections < 4) return 'green';
  if (connections < 10) return 'white';
  return connections < 20 ? 'orange' : 'red';
}
