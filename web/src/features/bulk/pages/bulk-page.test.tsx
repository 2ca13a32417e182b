import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeError, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { BulkPage } from './bulk-page.tsx';

it('says that there is no such bulk change, and links to all of them', async () => {
  const gone = fakeError(404, { error: 'There is no bulk change 7.', code: 'not_found' });
  startFakeServer({ 'GET /api/bulk/7': gone, 'GET /api/bulk/7/rows': gone });
  await renderPage('/bulk/$id', BulkPage, '/bulk/7');
  expect(await screen.findByText('There is no bulk change 7.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All bulk changes' }).getAttribute('href')).toBe('/bulk');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
