import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** Tells once that reads have failed, in the words of the documents; what the server said stands below. */
export function useFailureToast(error: ApiError | null, sentence: string): void {
  const failed = error !== null && !error.announced;
  const tell = useEffectEvent(() => toast.error(sentence, { detail: error?.message }));
  useEffect(() => {
    if (failed) tell();
  }, [failed]);
}
