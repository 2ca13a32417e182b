import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { StatusPagesPage } from './status-pages-page.tsx';

const account = { account: 1, name: 'Leeds', tenants: 1_200, path: null, published_at: null, published_by: null };

it('lists the accounts with the number of their tenants', async () => {
  startFakeServer({ 'GET /api/status-page': { pages: [account] } });
  await renderPage('/monitor/status-pages', StatusPagesPage, '/monitor/status-pages');
  const row = (await screen.findByText('Leeds')).closest('tr');
  expect(row?.textContent).toMatch(/^Leeds1,200None/);
});

it('publishes a page once, also when the button is clicked again while it runs', async () => {
  const publish = 'POST /api/status-page/1';
  const arrived = startFakeServer({ 'GET /api/status-page': { pages: [account] }, [publish]: { name: 'Leeds' } });
  const release = holdResponses('/api/status-page/1');
  const { user } = await renderPage('/monitor/status-pages', StatusPagesPage, '/monitor/status-pages');
  const button = await screen.findByRole('button', { name: 'Publish' });
  await waitFor(() => expect(isDisabled(button)).toBe(false));
  await user.click(button);
  await waitFor(() => expect(arrived.map(({ call }) => call)).toContain(publish));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  release();
  await screen.findByText('Status page of Leeds published');
  expect(arrived.filter(({ call }) => call === publish)).toHaveLength(1);
});
