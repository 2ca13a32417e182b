import type { PlaceRow } from '@mission-control/contract/environments/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { EnvironmentPage } from './environment-page.tsx';

const place = (id: number, name: string, part: Partial<PlaceRow> = {}): PlaceRow => ({
  tenant_id: id,
  tenant_name: name,
  active: true,
  deployment_group: 'production',
  members: 1200,
  service: 'strive',
  role: 'web',
  version: '4.18.1',
  missing: 0,
  changed: 0,
  ...part,
});
const MAP = {
  environment: {
    _id: 7,
    environment_name: 'eu-prod-str-07',
    environment_id: 'i-7',
    group_name: 'str-green',
    type: 8,
    services: ['strive'],
    region: { _id: 1, region_name: 'eu-west-1', description: 'Ireland' },
    fqdn: 'str-7.example',
    server_count: 2,
    tenant_count: 2,
  },
  servers: [
    { host: 'eu-str-7-a', missing: 0, changed: 1 },
    { host: 'eu-str-7-b', missing: 1, changed: 0 },
  ],
  places: [
    place(1, 'Brimham', { missing: 1, changed: 1 }),
    place(2, 'Nidd', { members: null, version: null, active: false }),
  ],
};
const DRIFT = {
  rows: [
    {
      tenant_id: 1,
      tenant_name: 'Brimham',
      service: 'strive',
      state: 'missing',
      hosts: [{ host: 'eu-str-7-b', missing: true }],
      found_at: '2026-11-20T09:00:00.000Z',
      revision: 3,
      committed_revision: 3,
    },
  ],
  truncated: false,
  same: 0,
  nothing: 0,
  unreadable: 0,
  unread: 0,
};

async function openPage(map: FakeResponse, role = 'admin', drift: FakeResponse = DRIFT) {
  const arrived = startFakeServer({
    'GET /api/console': { user: 'amelia.hart', role, sandbox: false },
    'GET /api/environment/7': map,
    'GET /api/drift': drift,
    'PUT /api/tenant/1/strive': {},
  });
  return { ...(await renderPage('/environment/$id', EnvironmentPage, '/environment/7')), arrived };
}

describe('the page of an environment', () => {
  it('shows its servers, and the tenants there by role with versions, members and drift', async () => {
    const { page } = await openPage(MAP);
    await screen.findByRole('heading', { name: 'eu-prod-str-07' });
    expect(page.querySelector('dl')?.textContent).toBe('Web tenants2Members1,200Versions4.18.1');
    expect([...page.querySelectorAll('section h2')].map((head) => head.textContent)).toEqual([
      'eu-str-7-a',
      'eu-str-7-b',
    ]);
    const row = screen.getByRole('link', { name: 'Brimham' }).closest('tr');
    expect(row?.textContent).toBe('BrimhamStriveWebPROD4.18.11,2001 missing1 changed');
    expect(screen.getByRole('link', { name: 'Nidd' }).closest('tr')?.textContent).toContain('Nidd inactive');
    expect(screen.getByText('str-green').getAttribute('data-hue')).toBe('green');
  });

  it('commits what is missing on a server with one click and a confirmation', async () => {
    const { user, arrived } = await openPage(MAP);
    await screen.findByText('1 config missing on eu-str-7-b.');
    await user.click(await screen.findByRole('button', { name: 'Commit 1' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Commit Brimham Strive?' }));
    await user.click(dialog.getByRole('button', { name: 'Commit' }));
    await waitFor(() => expect(arrived.map(({ call }) => call)).toContain('PUT /api/tenant/1/strive'));
  });

  it('names no number of missing configs before they are loaded, or if they cannot be', async () => {
    const { user } = await openPage(MAP, 'admin', fakeFailure());
    await screen.findByText('Configs missing on eu-str-7-b.');
    await user.hover(screen.getByRole('button', { name: 'Commit' }));
    expect(await screen.findByText('The configs could not be loaded')).toBeDefined();
  });

  it('explains why only admins add servers, and that an environment is gone', async () => {
    await openPage(MAP, 'operator');
    const add = await screen.findByRole('button', { name: 'Add server' });
    await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'));
    await openPage(fakeError(404, { error: 'Gone.', code: 'not_found' }));
    expect(await screen.findByText('There is no such environment')).toBeDefined();
  });
});
