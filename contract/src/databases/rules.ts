/** How loaded a database server is, as a colour [SVC-12]. */
export type LoadColour = 'green' | 'white' | 'orange' | 'red' | 'yellow';

/** @param average active connections on average; anything that is no number is yellow: nobody knows. */
export function loadColour(average: unknown): LoadColour {
  if (typeof average !== 'number' || !Number.isFinite(average)) return 'yellow';
  if (average < 4) return 'green';
  if (average < 10) return 'white';
  return average < 20 ? 'orange' : 'red';
}
