import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';
import { presentToasts } from '../../ui/toast/toast.ts';
import { takeEnds } from './ends.ts';

// Runs before each test file, so that files sharing a process stay isolated.
const { fetch } = globalThis;

afterEach(() => {
  for (const end of takeEnds()) end();
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(async () => {
  // An import still pending here would never settle for the following files.
  await vi.dynamicImportSettled();
  // Clears queued toasts and the last presenter.
  presentToasts(() => undefined)();
  toast.dismiss();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  globalThis.fetch = fetch;
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
