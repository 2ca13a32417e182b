import { useState } from 'react';

/**
 * The run whose output is shown: the one that holds the target; after its end the newest of it and the person's own.
 * @param target what the output is about; another one lets go of the run that was seen
 */
export function useShownRun(target: string, holding: number | null, own: number | null): number | null {
  const [seen, setSeen] = useState({ target, run: holding });
  if (seen.target !== target || (holding !== null && seen.run !== holding)) setSeen({ target, run: holding });
  const newest = Math.max(own ?? 0, seen.target === target ? (seen.run ?? 0) : 0);
  return holding ?? (newest === 0 ? null : newest);
}
