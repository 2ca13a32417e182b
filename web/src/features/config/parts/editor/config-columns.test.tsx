import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { credentials } from '../../../../lib/api/api.ts';
import { fill, renderPage } from '../../../../lib/testing/render-page.tsx';
import { ConfigPage } from '../../pages/config-page.tsx';
import { savedItem } from '../../state/testing.ts';
import { FakeServer } from '../../testing/fake-server.ts';

/** Replaces the value of the secret in its dialog. */
async function type(user: UserEvent, value: string) {
  await user.click(await screen.findByRole('button', { name: 'Edit API_SECRET' }));
  const dialog = await screen.findByRole('dialog');
  await fill(user, within(dialog).getByLabelText('Value'), value);
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('shows of a typed secret that is edited again the value typed last', async () => {
  const server = new FakeServer();
  server.items = [savedItem('API_SECRET', '', { masked: true, secret: true })];
  vi.stubGlobal('fetch', server.fetch);
  credentials.write({ token: 't1', refreshToken: 'r1', user: 'Amelia Hart' });
  const { user, page } = await renderPage('/tenant/$id/$kind/config', ConfigPage, '/tenant/7/coursepro/config');
  await type(user, 'first value');
  expect(page.textContent).not.toContain('first value');
  await user.click(screen.getByRole('button', { name: 'Show API_SECRET' }));
  expect(page.textContent).toContain('first value');
  await type(user, 'second value');
  expect(page.textContent).not.toContain('first value');
  expect(page.textContent).toContain('second value');
  await user.click(screen.getByRole('button', { name: 'Hide API_SECRET' }));
  expect(page.textContent).not.toContain('second value');
});
