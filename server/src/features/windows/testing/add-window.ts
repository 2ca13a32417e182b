import type { WindowInput } from '@mission-control/contract/windows/schema';
import { systemCtx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { listWindows } from '../list-windows.ts';
import { addWindow, endWindow } from '../save-window.ts';

/** A window in UTC, by default once and for everything. */
export const addTestWindow = (t: TestCtx, more: Pick<WindowInput, 'starts' | 'minutes'> & Partial<WindowInput>) =>
  addWindow(systemCtx(t, 'priya.shah'), {
    name: 'Patching',
    note: '',
    scope: { tenants: [], environments: [], services: [] },
    zone: 'UTC',
    rule: null,
    switches: false,
    ...more,
  });

/** Ends the active windows. */
export async function endTestWindows(t: TestCtx): Promise<void> {
  const ctx = systemCtx(t, 'priya.shah');
  for (const { id, state } of (await listWindows(ctx)).windows) if (state === 'now') await endWindow(ctx, id);
}

export { advanceWindows } from '../advance-windows.ts';
export { endWindow };
