import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { StatusPagesPage } from './status-pages-page.tsx';

it('lists the accounts with the number of their tenants', async () => {
  const account = { account: 1, name: 'Leeds', tenants: 1_200, path: null, published_at: null, published_by: null };
  startFakeServer({ 'GET /api/status-page': { pages: [account] } });
  await renderPage('/monitor/status-pages', StatusPagesPage, '/monitor/status-pages');
  const row = (await screen.findByText('Leeds')).closest('tr');
  expect(row?.textContent).toMatch(/^Leeds1,200None/);
});
