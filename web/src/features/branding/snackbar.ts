import { toast } from '../../ui/toast.ts';

/** How long a message of the tool stays [RGN-06]. */
const SNACKBAR_MS = 3000;

/** A message of the tool, which reaches the person on whatever page. */
export const snackbar = (meaning: 'success' | 'info' | 'error', text: string): void =>
  toast[meaning](text, { stayMs: SNACKBAR_MS });
