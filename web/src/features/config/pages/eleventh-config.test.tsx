import { expect, it, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server.ts';
import { button, fill, openScreen, press, until } from '../testing/screen.tsx';

// Adds one row and mocks nothing else.
vi.mock('@mission-control/contract/catalogue', async (original) => {
  const { withEleventhService } = await import('@mission-control/contract/services/testing');
  return withEleventhService(await original<Parameters<typeof withEleventhService>[0]>());
});

it('opens the editor of an eleventh row: settings, a change saved, and its Commit', async () => {
  const server = new FakeServer();
  server.kind = 'kiosk';
  vi.stubGlobal('fetch', server.fetch);
  const screen = openScreen('kiosk');
  await until(() => button('Edit HOST'));
  expect(document.querySelector('h1')?.textContent).toBe('KioskApp config');
  await press('Edit HOST');
  await fill('Value', 'b');
  await press('Apply');
  await press(/^Save\d*$/);
  await press(/^Save 1 change$/);
  await until(() => button(/^Commit/));
  expect(server.saves).toMatchObject([{ changed: [{ key: 'HOST', value: 'b' }], base_revision: 4 }]);
  expect(server.asked).toContain('POST /api/tenant/7/kiosk');
  await until(() => server.asked.includes('GET /api/tenant/7/kiosk/validate'));
  screen.close();
});
