import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TOPIC } from '@mission-control/contract/topics';
import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { expectReadError, isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { TenantChanges } from './tenant-changes.tsx';

const change = (id: number, part: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  at: new Date(Date.UTC(2026, 10, 1, 0, id)).toISOString(),
  actor: `Person ${id}`,
  action: 'tenant.updated',
  subject: 'Brimham Active',
  tenant_id: 12,
  before: { active: true },
  after: { active: false },
  request_id: 'r1',
  ...part,
});

async function openChanges(answers: Record<string, FakeResponse | (() => FakeResponse)>) {
  const arrived = startFakeServer(answers);
  const Page = () => <TenantChanges tenantId={12} tenantName="Brimham Active" />;
  return { arrived, ...(await renderPage('/tenant/12', Page, '/tenant/12')) };
}

describe('the changes of a tenant', () => {
  it('show who did what when, with before and after', async () => {
    const { page } = await openChanges({ 'GET /api/tenant/12/changes': { events: [change(7)], next: null } });
    await waitFor(() => expect(page.textContent).toContain('Person 7 switched Active off'));
    expect(page.querySelector('del')?.textContent).toBe('on');
    expect(page.querySelector('ins')?.textContent).toBe('off');
    expect(page.querySelector('h2')?.textContent).toBe('1 Nov 2026');
    expect(page.querySelector('time')?.getAttribute('title')).toBe('1 Nov 2026, 00:07:00 UTC');
    expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
  });

  it('load older ones on demand', async () => {
    const { page } = await openChanges({
      'GET /api/tenant/12/changes': { events: [change(9)], next: 9 },
      'GET /api/tenant/12/changes?before=9': { events: [change(3)], next: null },
    });
    await waitFor(() => expect(page.textContent).toContain('Person 9'));
    await userEvent.click(screen.getByRole('button', { name: 'Load older' }));
    await waitFor(() => expect(page.textContent).toContain('Person 3'));
    expect(page.textContent).toContain('Person 9');
    const more = screen.getByRole('button', { name: 'Load older' });
    expect(isDisabled(more)).toBe(true);
    expect(document.activeElement).toBe(more);
  });

  it('appear by themselves when somebody changes the tenant', async () => {
    let events = [change(1)];
    const { page, client } = await openChanges({ 'GET /api/tenant/12/changes': () => ({ events, next: null }) });
    await waitFor(() => expect(page.textContent).toContain('Person 1'));
    events = [change(2), ...events];
    await invalidateTopics(client, [TOPIC.tenant(12)]);
    await waitFor(() => expect(page.textContent).toContain('Person 2'));
  });

  it('show an empty state', async () => {
    const { page } = await openChanges({ 'GET /api/tenant/12/changes': { events: [], next: null } });
    await waitFor(() => expect(page.textContent).toContain('No changes yet'));
  });

  it('show a failed read with request id and retry', async () => {
    const failure = fakeError(500, { error: 'The database is silent.', code: 'internal' });
    const { page, arrived } = await openChanges({ 'GET /api/tenant/12/changes': failure });
    await expectReadError(page, 'The changes could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(arrived).toHaveLength(2));
  });
});
