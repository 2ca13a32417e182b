import { useEffect } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** Tells once of each failed read, in the words of the documents; what the server said stands below. */
export function useFailureToast(error: ApiError | null, sentence: string): void {
  useEffect(() => {
    if (error && !error.announced) toast.error(sentence, { detail: error.message });
  }, [error, sentence]);
}
