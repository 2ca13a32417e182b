export type ToastMeaning = 'good' | 'notice' | 'warn' | 'bad';

interface ToastOptions {
  /** How long it stays, in ms; 8 s when absent. */
  stayMs?: number | undefined;
  /** A quieter second line. */
  detail?: string | undefined;
  action?: { label: string; onClick: () => void } | undefined;
}

export interface Toast extends ToastOptions {
  meaning: ToastMeaning;
  text: string;
}

/** What is said before the toaster has arrived (it is not part of the first load) waits here. */
const waiting: Toast[] = [];
let present: ((message: Toast) => void) | null = null;

function say(message: Toast): void {
  if (present) present(message);
  else waiting.push(message);
}

/** The toaster takes over: first what waited, then everything as it comes. Returns how to let go. */
export function presentToasts(show: (message: Toast) => void): () => void {
  present = show;
  waiting.splice(0).forEach(show);
  return () => {
    present = null;
  };
}

/** Tells the person what happened: bottom centre, 8 s, the newest lowest, none lost. */
export const toast = {
  success: (text: string, options?: ToastOptions) => say({ meaning: 'good', text, ...options }),
  info: (text: string, options?: ToastOptions) => say({ meaning: 'notice', text, ...options }),
  warning: (text: string, options?: ToastOptions) => say({ meaning: 'warn', text, ...options }),
  error: (text: string, options?: ToastOptions) => say({ meaning: 'bad', text, ...options }),
};
