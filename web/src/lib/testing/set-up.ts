import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';
import { presentToasts } from '../../ui/toast/toast.ts';
import { recordConsole, drainConsole } from './console.ts';

// Runs before each test file, so that files sharing a process stay isolated.
const { fetch, requestAnimationFrame } = globalThis;

recordConsole();
// A busy machine renders slowly; below the test timeout, so that the failed expectation is reported.
configure({ asyncUtilTimeout: 10_000 });
// Testing Library advances fake timers through the global of another test runner.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });
// happy-dom has no popovers.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  const lines = drainConsole();
  if (lines.length > 0) throw new Error(`Unexpected output on the console:\n${lines.join('\n')}`);
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
  // Sets the originals explicitly: fake timers and stubs undone in the wrong order would restore each other.
  Object.assign(globalThis, { fetch, requestAnimationFrame });
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
