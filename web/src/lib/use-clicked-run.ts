import type { RunRow } from '@mission-control/contract/runs/schema';
import { useState } from 'react';
import { useRunOfClick } from './use-run-of-click.ts';

/** The run that the last click on this page starts; a page that keeps the key in its address asks for it itself. */
export function useClickedRun(): { begin: () => string; run: RunRow | null } {
  const [key, setKey] = useState<string | null>(null);
  const run = useRunOfClick(key, true);
  return {
    /** A new click; what was shown of the one before goes. Answers its key. */
    begin: () => {
      const next = crypto.randomUUID();
      setKey(next);
      return next;
    },
    run,
  };
}
