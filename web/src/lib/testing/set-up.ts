import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';
import { presentToasts } from '../../ui/toast.ts';
import { takeEnds } from './ends.ts';

// Runs before each file of tests, so that files that share a process leave each other nothing.
const { fetch } = globalThis;

afterEach(() => {
  for (const end of takeEnds()) end();
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(async () => {
  // A screen that the last test did not wait for would never arrive, for the next files neither.
  await vi.dynamicImportSettled();
  // What waits for a toaster, and what the last one had.
  presentToasts(() => undefined)();
  toast.dismiss();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  globalThis.fetch = fetch;
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
