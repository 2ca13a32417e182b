import { createElement } from 'react';
import { toast as sonner } from 'sonner';
import { ToastCard, type ToastMeaning } from './toast-card.tsx';

interface ToastOptions {
  /** A quieter second line. */
  detail?: string | undefined;
  action?: { label: string; onClick: () => void } | undefined;
}

function show(meaning: ToastMeaning, text: string, { detail, action }: ToastOptions = {}): void {
  sonner.custom((id) => {
    const close = () => {
      sonner.dismiss(id);
    };
    return createElement(ToastCard, { meaning, text, detail, action, onClose: close });
  });
}

/** Tells the person what happened: bottom centre, 8 s, the newest lowest, none lost. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('good', text, options),
  info: (text: string, options?: ToastOptions) => show('notice', text, options),
  warning: (text: string, options?: ToastOptions) => show('warn', text, options),
  error: (text: string, options?: ToastOptions) => show('bad', text, options),
};
