import { beforeEach, vi } from 'vitest';
import { toast } from '../../ui/toast/toast.ts';

/** Collects toasts per test: real toasts outlive the page that made them. */
export function collectToasts(): { text: string; meaning: 'success' | 'info' | 'warning' | 'error' }[] {
  const toasts: ReturnType<typeof collectToasts> = [];
  beforeEach(() => {
    toasts.length = 0;
    for (const meaning of ['success', 'info', 'warning', 'error'] as const) {
      vi.spyOn(toast, meaning).mockImplementation((text) => void toasts.push({ text, meaning }));
    }
  });
  return toasts;
}
