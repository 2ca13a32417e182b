import type { Meaning } from '../theme/tokens.ts';

interface ToastAction {
  label: string;
  onClick: () => void;
}

interface ToastOptions {
  /** Display time in ms; default: 8 s. */
  stayMs?: number | undefined;
  /** A quieter second line. */
  detail?: string | undefined;
  action?: ToastAction | readonly ToastAction[] | undefined;
}

export interface Toast extends ToastOptions {
  meaning: Exclude<Meaning, 'off'>;
  text: string;
}

/** Toasts queued until the toaster, which is not part of the first load, has loaded. */
const waiting: Toast[] = [];
let present: ((message: Toast) => void) | null = null;

function enqueue(message: Toast): void {
  if (present) present(message);
  else waiting.push(message);
}

/** Registers the toaster: first drains the queue, then passes toasts on. Returns the unregister function. */
export function presentToasts(show: (message: Toast) => void): () => void {
  present = show;
  waiting.splice(0).forEach(show);
  return () => {
    present = null;
  };
}

/** Shows toasts: bottom centre, 8 s, the newest lowest, none lost. */
export const toast = {
  success: (text: string, options?: ToastOptions) => enqueue({ meaning: 'good', text, ...options }),
  info: (text: string, options?: ToastOptions) => enqueue({ meaning: 'notice', text, ...options }),
  warning: (text: string, options?: ToastOptions) => enqueue({ meaning: 'warn', text, ...options }),
  error: (text: string, options?: ToastOptions) => enqueue({ meaning: 'bad', text, ...options }),
};
