import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { auditSearch } from '../audit-search.ts';
import { AuditPage } from './audit-page.tsx';

const denied: AuditEvent = {
  id: 71,
  at: '2026-11-01T09:30:00.000Z',
  actor: 'val.viewer',
  action: 'access.denied',
  subject: 'deleteTenant',
  tenant_id: null,
  before: null,
  after: { role: 'viewer', address: '192.0.2.7', device: 'Chrome on Windows' },
  request_id: 'r1',
};
const switched: AuditEvent = {
  ...denied,
  id: 70,
  actor: 'amelia.hart',
  action: 'tenant.updated',
  subject: 'Brimham Active',
  tenant_id: 12,
  before: { active: true },
  after: { active: false },
};
const TENANTS = {
  'GET /api/tenant/select': { tenants: [{ id: 12, tenant_name: 'Brimham Active' }] },
  'GET /api/audit/stores': { stores: [] },
};

async function openAudit(address: string, answers: Record<string, FakeResponse | (() => FakeResponse)>) {
  const arrived = startFakeServer({ ...TENANTS, ...answers });
  return { arrived, ...(await renderPage('/audit', AuditPage, address)) };
}

describe('the audit', () => {
  it('shows who was refused from where, and links each event and its tenant', async () => {
    const { page } = await openAudit('/audit', { 'GET /api/audit': { events: [denied, switched], next: null } });
    await waitFor(() => expect(page.textContent).toContain('val.viewer was denied deleteTenant'));
    expect(page.textContent).toContain('192.0.2.7');
    expect(page.querySelector('a[href="/audit?id=71"]')?.textContent).toBe('Event 71');
    await waitFor(() => expect(page.querySelector('a[href="/tenant/12?tab=changes"]')).not.toBeNull());
  });

  it('asks with the filters of the address, and clears them', async () => {
    const { page } = await openAudit('/audit?kind=config&tenant=12&from=2026-11-01&actor=amelia.hart', {
      'GET /api/audit?from=2026-11-01&actor=amelia.hart&kind=config&tenant=12': { events: [], next: null },
      'GET /api/audit': { events: [denied], next: null },
    });
    await waitFor(() => expect(page.textContent).toContain('No events match'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(page.textContent).toContain('val.viewer'));
  });

  it('says when the tenants to choose from could not be loaded', async () => {
    await openAudit('/audit', {
      'GET /api/audit': { events: [denied], next: null },
      'GET /api/tenant/select': fakeFailure(),
    });
    await userEvent.click(await screen.findByLabelText('Tenant'));
    expect(await screen.findByText('The tenants could not be loaded.')).toBeDefined();
  });

  it('offers each kind of fleet item by the name of its actions', async () => {
    const event: AuditEvent = { ...denied, action: 'database-host.changed', subject: 'eu-db-03' };
    const { page } = await openAudit('/audit', {
      'GET /api/audit': { events: [], next: null },
      'GET /api/audit?kind=database-host': { events: [event], next: null },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Action'), 'Database hosts');
    await waitFor(() => expect(page.textContent).toContain('eu-db-03'));
  });

  it('is for admins only', async () => {
    const { page, arrived } = await openAudit('/audit', {
      'GET /api/console': { user: 'val.viewer', role: 'viewer', sandbox: false },
      'GET /api/audit': { events: [], next: null },
    });
    await waitFor(() => expect(page.textContent).toContain('This page is for admins'));
    expect(arrived.length).toBeGreaterThan(0);
  });

  it('warns when signed checkpoints do not reach a store', async () => {
    const good = { delivered_at: '2026-11-01T09:00:00.000Z', failing_since: null, failure: null };
    const failure = 'The file store failed: It responded with status 403.';
    const { page } = await openAudit('/audit', {
      'GET /api/audit': { events: [denied], next: null },
      'GET /api/audit/stores': {
        stores: [
          { store: 'webhook', ...good },
          { store: 'bucket', ...good, failing_since: '2026-11-01T10:00:00.000Z', failure },
        ],
      },
    });
    await waitFor(() => expect(page.textContent).toContain('Checkpoints do not reach the bucket'));
    expect(page.textContent).toContain(failure);
    expect(page.textContent).not.toContain('do not reach the webhook');
  });

  it('names the first altered event', async () => {
    const lines = [
      { checked: 2000, total: 4000, checkpoints: 1 },
      { checked: 2000, total: 4000, checkpoints: 1, fault: 'Event 2041 was changed after it was written.' },
    ];
    const stream = new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { page } = await openAudit('/audit', {
      'GET /api/audit': { events: [denied], next: null },
      'GET /api/audit/verify': stream,
    });
    await waitFor(() => expect(page.textContent).toContain('val.viewer'));
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(document.body.textContent).toContain('Event 2041 was changed after it was written.'));
  });
});

it.each([
  [{ kind: 'config.%', from: 'yesterday', tenant: 'x', id: -1, text: '' }, {}],
  [
    { kind: 'config.saved', from: '2026-11-01', tenant: 7, text: 4711 },
    { kind: 'config.saved', from: '2026-11-01', tenant: 7, text: '4711' },
  ],
])('the address %j means %j', (given, meant) => {
  expect(auditSearch(given)).toEqual(meant);
});
