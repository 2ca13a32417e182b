import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testRow } from '../../tenants/testing/tenant.ts';
import { readFilter } from '@mission-control/contract/tenants/groups';
import { NewBulkPage } from './new-bulk-page.tsx';

const failure = fakeError(500, { error: 'The database is silent.', code: 'internal' });

function openPage(address: string, answers: Record<string, FakeResponse> = {}) {
  startFakeServer({ 'GET /api/tenant': { tenants: [testRow(1)] }, ...answers });
  return renderPage('/bulk/new', NewBulkPage, address);
}

it('leads back to the list with all values of its filter', async () => {
  const { router } = await openPage('/bulk/new?region=["eu-west-1","us-east-1"]&version="4.10"');
  const link = await screen.findByRole('link', { name: 'Change the selection' });
  await router.navigate({ href: link.getAttribute('href') } as never);
  expect(readFilter(router.latestLocation.search as Record<string, unknown>)).toEqual({
    region: ['eu-west-1', 'us-east-1'],
    version: ['4.10'],
  });
});

it.each([
  ['the list', '/bulk/new?region=eu-west-1', 'GET /api/tenant'],
  ['the drift board', '/bulk/new?action=commit&config=coursepro&drift=waiting', 'GET /api/drift/board'],
])('reports tenants that could not be loaded from %s, instead of none', async (_source, address, call) => {
  const { page } = await openPage(address, { [call]: failure });
  await screen.findByText('The tenants could not be loaded.');
  expect(page.textContent).toContain('The database is silent.');
  expect(page.textContent).not.toContain('On 0 tenants');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
});

it('says on how many tenants a change is', async () => {
  const { page } = await openPage('/bulk/new?tenants="3.4"');
  await waitFor(() => expect(page.textContent).toContain('On 2 tenants'));
});
