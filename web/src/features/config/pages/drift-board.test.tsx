import type { Board, BoardGroup } from '@mission-control/contract/config/drift';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { boardBulkPath, tenantsOfChoice } from '../state/board.ts';
import { DriftPage } from './drift-page.tsx';

const AT = '2026-11-21T09:00:00.000Z';
const group = (id: string, more: Partial<BoardGroup>): BoardGroup => ({
  id,
  service: 'coursepro',
  side: 'servers',
  what: 'setting',
  key: 'BRIDGE_TIMEOUT',
  before: '45',
  after: '60',
  masked: false,
  tenants: [2, 3],
  ...more,
});
const BOARD: Board = {
  totals: { failing: 0, changed: 2, unknown: 0, waiting: 1, committed: 1, nothing: 0 },
  tenants: [
    {
      tenant_id: 1,
      tenant_name: 'Brimham Active',
      states: { coursepro: 'waiting', licence: 'committed' },
      cells: [
        { service: 'coursepro', waiting: { changes: 3, since: AT, by: 'Priya Shah' }, hosts: [], found_at: null },
      ],
    },
    ...[2, 3].map((id): Board['tenants'][number] => ({
      tenant_id: id,
      tenant_name: `Fenland ${id}`,
      states: { coursepro: 'changed' },
      cells: [{ service: 'coursepro', waiting: null, hosts: [{ host: 'web-1', missing: false }], found_at: AT }],
    })),
  ],
  groups: [
    group('timeout', {}),
    group('secret', { side: 'waiting', key: 'DB_PASSWORD', before: '', after: '', masked: true, tenants: [1] }),
  ],
  more_groups: 0,
};

async function openPage(address: string, role = 'admin') {
  startFakeServer({
    'GET /api/console': { user: 'Amelia Hart', role, sandbox: false },
    'GET /api/drift/board': BOARD,
    'GET /api/tenant/2/coursepro/servers': {
      revision: 4,
      committed_revision: 4,
      read_at: AT,
      servers: [],
      rows: [],
    },
  });
  return renderPage('/drift', DriftPage, address);
}

describe('the drift board', () => {
  it('shows the state of each config, with totals that are filters', async () => {
    const { user } = await openPage('/drift');
    const waiting = await screen.findByRole('button', {
      name: 'Brimham Active CoursePro: Waiting, 3 changes, saved by Priya Shah',
    });
    expect(waiting).toBeDefined();
    expect(screen.getByRole('button', { name: 'Fenland 2 CoursePro: Changed there, 1 server' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Changed there/ }));
    expect(screen.queryByRole('link', { name: 'Brimham Active' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Fenland 3' })).toBeDefined();
  });

  it.each([
    ['name', { state: 'changed', sort: 'name' }],
    ['-open', { state: 'changed' }],
  ])('keeps the sort %s with a filter, unless it is the usual one', async (sort, search) => {
    const { user, router } = await openPage(`/drift?sort=${sort}`);
    await user.click(await screen.findByRole('button', { name: /^Changed there/ }));
    await waitFor(() => expect(router.latestLocation.search).toEqual(search));
  });

  it('leads from what is listed or ticked to a bulk change', async () => {
    const { user } = await openPage('/drift?config=coursepro');
    const commit = await screen.findByRole('link', { name: /^Commit listed/ });
    expect(commit.getAttribute('href')).toBe('/bulk/new?action=commit&config=coursepro&tenants=1.2.3');
    await user.click(screen.getByRole('checkbox', { name: 'Choose Fenland 3 CoursePro' }));
    const takeOver = screen.getByRole('link', { name: /^Take over ticked/ });
    expect(takeOver.getAttribute('href')).toBe('/bulk/new?action=take-over&config=coursepro&tenants=3');
  });

  it('keeps the ticks of one config apart from those of another', async () => {
    const { user } = await openPage('/drift?config=coursepro');
    const isTicked = async (name: string) => (await screen.findByRole<HTMLInputElement>('checkbox', { name })).checked;
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Brimham Active CoursePro' }));
    await user.selectOptions(screen.getByLabelText('Config'), 'licence');
    expect(await isTicked('Choose Brimham Active Licence')).toBe(false);
    await user.selectOptions(screen.getByLabelText('Config'), 'coursepro');
    expect(await isTicked('Choose Brimham Active CoursePro')).toBe(true);
  });

  it('shows the difference of one config on its servers', async () => {
    const { user } = await openPage('/drift');
    await user.click(await screen.findByRole('button', { name: /^Fenland 2 CoursePro/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('BRIDGE_TIMEOUT 45 to 60, on 2')).toBeDefined();
    expect(panel.getByRole('link', { name: 'Take over' }).getAttribute('href')).toContain('tenants=2');
  });

  it('says since when a config waits', async () => {
    const { user } = await openPage('/drift');
    await user.click(await screen.findByRole('button', { name: /^Brimham Active CoursePro/ }));
    const panel = within(await screen.findByRole('dialog'));
    const text = await panel.findByText(/^3 waiting, saved by Priya Shah, since/);
    expect(text.textContent).toMatch(/since \d+ \w+ \d{4}, \d\d:\d\d:\d\d$/);
  });

  it('offers a viewer no bulk change of one config', async () => {
    const { user } = await openPage('/drift', 'viewer');
    await user.click(await screen.findByRole('button', { name: /^Fenland 2 CoursePro/ }));
    const panel = within(await screen.findByRole('dialog'));
    for (const name of ['Take over', 'Commit'])
      expect(panel.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  });

  it('groups configs by the same difference, secrets as hidden', async () => {
    await openPage('/drift?view=differences');
    const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;
    const timeout = within(await rowOf('BRIDGE_TIMEOUT 45 to 60'));
    expect(timeout.getByRole('link', { name: /^Take over/ }).getAttribute('href')).toBe(
      '/bulk/new?action=take-over&config=coursepro&difference=timeout',
    );
    const secret = within(await rowOf('DB_PASSWORD hidden to hidden'));
    expect(secret.getByText('Saved, not committed')).toBeDefined();
    expect(secret.queryByRole('link', { name: /^Take over/ })).toBeNull();
  });
});

it('selects by an address the same tenants that the board shows', () => {
  expect(tenantsOfChoice(BOARD, { difference: 'timeout' })).toEqual([2, 3]);
  expect(tenantsOfChoice(BOARD, { difference: 'gone' })).toEqual([]);
  expect(tenantsOfChoice(BOARD, { drift: 'changed', config: 'coursepro', q: 'fenland 3' })).toEqual([3]);
  expect(tenantsOfChoice(BOARD, { drift: 'any', config: 'licence' })).toEqual([1]);
  const many = Array.from({ length: 1001 }, (_, id) => id + 1);
  expect(boardBulkPath('commit', { config: 'licence', tenants: many, state: 'waiting', q: 'swim' })).toBe(
    '/bulk/new?action=commit&config=licence&drift=waiting&q=swim',
  );
  // The board shows drift with missing files as changed.
  expect(boardBulkPath('commit', { config: 'licence', tenants: many, state: 'missing' })).toContain('drift=changed');
});
