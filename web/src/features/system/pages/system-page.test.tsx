import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { expectReadError, renderPage } from '../../../lib/testing/render-page.tsx';
import { SystemPage } from './system-page.tsx';

const minutesAgo = (minutes: number): string => new Date(new Date().getTime() - minutes * 60_000).toISOString();

function openPage(answer: FakeResponse, query = '', created: string | null = minutesAgo(2.5)) {
  startFakeServer({ 'GET /api/tenant/7': answer, 'GET /api/tenant/7/system': { created } });
  return renderPage('/tenant/$id/coursepro/system', SystemPage, `/tenant/7/coursepro/system${query}`);
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))
    .map((cells) => cells.map((cell) => cell.textContent));
const tenant = (system: Record<string, string>) => ({ tenant: { tenant_name: 'Brimham Active', system } });
const TWO = tenant({ timezone: 'Europe/London', php_version: '8.4.1' });

describe('the system table', () => {
  it('has a name and a value for each entry of the tenant, read-only [SYS-01] [SYS-02]', async () => {
    const { page } = await openPage(TWO);
    await waitFor(() =>
      expect(rows()).toEqual([
        ['php_version', '8.4.1'],
        ['timezone', 'Europe/London'],
      ]),
    );
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name', 'Value']);
    expect(page.querySelectorAll('tbody :is(input, button, select, textarea)')).toHaveLength(0);
  });

  it('spells out invisible characters', async () => {
    await openPage(tenant({ 'na\u200Bme': 'safe\u202Eexe' }));
    await waitFor(() => expect(rows()).toEqual([['na\\u{200B}me', 'safe\\u{202E}exe']]));
  });

  it('is searched by name and by value [SYS-01]', async () => {
    const { unmount } = await openPage(TWO, '?q=london');
    await waitFor(() => expect(rows()).toEqual([['timezone', 'Europe/London']]));
    unmount();
    const { user } = await openPage(TWO, '?q=zzz');
    await screen.findByText('No results found. (2 items filtered)');
    await user.click(screen.getByText('Clear search'));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it.each([
    [minutesAgo(2.5), 'Reported 2 min ago', false],
    [minutesAgo(17.5), 'Reported 17 min ago', true],
    [null, 'No report yet', false],
  ])('shows the age of a report of %s, and whether it is stale', async (created, words, stale) => {
    const { page } = await openPage(TWO, '', created);
    await waitFor(() => expect(page.textContent).toContain(words));
    expect(screen.queryByText('Stale') !== null).toBe(stale);
  });

  it('states that the system has not reported', async () => {
    await openPage(tenant({}));
    expect(await screen.findByText(/has not reported yet/)).toBeDefined();
  });

  it('shows a failed read with the request id', async () => {
    await openPage(fakeFailure());
    await expectReadError(document.body, 'The system table could not be loaded');
  });
});
