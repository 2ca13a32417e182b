import { act, screen, waitFor } from '@testing-library/react';
import type { RouteComponent } from '@tanstack/react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ChannelsPage } from '../features/alerts/pages/channels-page.tsx';
import { AuditPage } from '../features/audit/pages/audit-page.tsx';
import { ImportPage } from '../features/inventory/pages/import-page.tsx';
import { ImporterPage } from '../features/members/pages/importer-page.tsx';
import { MonitorPage } from '../features/monitors/pages/monitor-page.tsx';
import { monitorDetail, testMonitor } from '../features/monitors/testing/monitor.ts';
import { RelationsPage } from '../features/relations/pages/relations-page.tsx';
import { CreateReleasePage } from '../features/releases/pages/create-release-page.tsx';
import { DeployReleasePage } from '../features/releases/pages/deploy-release-page.tsx';
import { SeedTenantPage } from '../features/releases/pages/seed-tenant-page.tsx';
import { SoapPage } from '../features/soap/pages/soap-page.tsx';
import { UploadTranslationsPage } from '../features/translations/pages/upload-translations-page.tsx';
import { fakeError, holdResponses, startFakeServer, type FakeResponse } from '../lib/testing/fake-server.ts';
import { isDisabled, renderPage } from '../lib/testing/render-page.tsx';

const ANSWERS = {
  'GET /api/monitor/4?range=24h': monitorDetail(testMonitor),
  'GET /api/tenant/12': {
    tenant: { _id: 12, tenant_name: 'Brimham Active', relations: [], version: 1, staging: true },
  },
  'GET /api/tenant/select': { tenants: [] },
  'GET /api/soap?tenant_id=12': { methods: [], wsdl: '' },
};

const MANAGER = 'a release manager or an admin';
const OPERATOR = 'an operator or an admin';

const CONTROLS: [string, string, RouteComponent, 'button' | 'switch', string, string][] = [
  ['Create tag', '/tools/create-release', CreateReleasePage, 'button', 'create a tag', MANAGER],
  ['Create release', '/tools/create-release', CreateReleasePage, 'button', 'create a release', MANAGER],
  ['Deploy', '/tools/deploy-release', DeployReleasePage, 'button', 'deploy', MANAGER],
  ['Select a Tenant', '/tools/seed-tenant', SeedTenantPage, 'button', 'seed a tenant', MANAGER],
  ['Upload translations', '/tools/upload', UploadTranslationsPage, 'button', 'upload translations', MANAGER],
  ['Choose a file', '/tools/importer', ImporterPage, 'button', 'import members', OPERATOR],
  ['Check now', '/monitor/4', MonitorPage, 'button', 'check a monitor', OPERATOR],
  ['Checks', '/monitor/4', MonitorPage, 'button', 'change how a monitor is checked', OPERATOR],
  ['Active', '/monitor/4', MonitorPage, 'switch', 'switch a monitor', OPERATOR],
  ['Add relation', '/tenant/12/relations', RelationsPage, 'button', 'change relations', OPERATOR],
  ['Send', '/tenant/12/sandbox', SoapPage, 'button', 'send a method', OPERATOR],
];

it.each(CONTROLS)(
  '"%s" is disabled for a viewer and says who may do it',
  async (name, address, Page, role, action, who) => {
    const arrived = startFakeServer({
      ...ANSWERS,
      'GET /api/console': { user: 'Amelia Hart', role: 'viewer', sandbox: false },
    });
    const { user } = await renderPage(address.replace(/\d+/, '$id'), Page, address);
    const control = await screen.findByRole(role, { name });
    await waitFor(() => expect(control.getAttribute('aria-disabled')).toBe('true'));
    await user.hover(control);
    const tip = await screen.findByRole('tooltip');
    expect(tip.textContent).toBe(`Only ${who} may ${action}. You are a viewer.`);
    await user.click(control);
    expect(arrived.filter(({ call }) => !call.startsWith('GET '))).toEqual([]);
  },
);

it.each(CONTROLS)('"%s" is not available until the role is known', async (name, address, Page, role, action) => {
  const arrived = startFakeServer(ANSWERS);
  const release = holdResponses('/api/console');
  const { user } = await renderPage(address.replace(/\d+/, '$id'), Page, address);
  const control = await screen.findByRole(role, { name });
  expect(isDisabled(control)).toBe(true);
  await user.click(control);
  expect(arrived.filter(({ call }) => !call.startsWith('GET '))).toEqual([]);
  await user.hover(control);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Your role is not known yet.');
  release();
  await waitFor(() => expect(screen.queryByText('Your role is not known yet.')).toBeNull());
  expect(document.body.textContent).not.toContain(`may ${action}`);
});

/** A button of a page for admins, which is shown while the role is unknown. */
it.each<[string, string, RouteComponent]>([
  ['Verify', '/audit', AuditPage],
  ['Export', '/audit', AuditPage],
  ['Add channel', '/alerts/channels', ChannelsPage],
  ['Choose a file', '/fleet/import', ImportPage],
])('"%s" of a page for admins is not available until the role is known', async (name, address, Page) => {
  startFakeServer({ 'GET /api/audit': { events: [], next: null } });
  const release = holdResponses('/api/console');
  await renderPage(address, Page, address);
  const control = await screen.findByRole('button', { name });
  expect(isDisabled(control)).toBe(true);
  release();
  await waitFor(() => expect(isDisabled(control)).toBe(false));
});

it('reads the role again when it could not be read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const lost = fakeError(503, { error: 'The database does not respond.', code: 'unavailable' });
  let answer: FakeResponse = lost;
  startFakeServer({ ...ANSWERS, 'GET /api/console': () => answer });
  await renderPage('/tools/importer', ImporterPage, '/tools/importer');
  const control = await screen.findByRole('button', { name: 'Choose a file' });
  expect(isDisabled(control)).toBe(true);
  answer = { user: 'Amelia Hart', role: 'operator', sandbox: false };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(isDisabled(control)).toBe(false));
});
