import { SERVICES } from '@mission-control/contract/catalogue';
import { getConsole } from '@mission-control/contract/help/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { queryOf } from '../../../lib/api/query.ts';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderRoute } from '../../../lib/testing/render-page.tsx';
import { TenantGate } from '../pages/tenant-gate.tsx';
import { TenantPage } from '../pages/tenant-page.tsx';
import { TenantServicesPage } from '../pages/tenant-services-page.tsx';
import { patchedTenant } from '../tenant-patch.ts';
import { testService, testTenant } from './tenant.ts';

const environment = (_id: number, environment_name: string) => ({ _id, environment_name });
const environments = [
  environment(1, 'eu-prod-web-03'),
  environment(2, 'eu-prod-wrk-02'),
  environment(3, 'eu-dev-hp-01'),
];
/** Hashes of a tenant whose CoursePro has this one. */
export const hashes = (coursepro: string) => ({ 1: coursepro, 2: null, 3: null, 4: null, 5: null });
const target = { host: 'web-a.example.net', environment: 'eu-prod-web-03' };
const state = {
  revision: 48,
  saved_at: '2026-11-21T09:00:00.000Z',
  saved_by: 'Priya Shah',
  hash: 'a',
  committed_revision: 45,
  committed_hash: 'b',
  committed_at: '2026-11-20T09:00:00.000Z',
  committed_by: 'Tom Okafor',
  targets: [target],
  changes_waiting: 3,
};
const confirmed = { host: target.host, state: 'confirmed', since: '2026-11-20T09:00:00.000Z', error: null };
const control = {
  services: SERVICES.map(({ slug }) => ({ service: slug, servers: [confirmed], ends: {} })),
  active_end: null,
};

/** A tenant with a CoursePro service. */
export const coursepro = testTenant({
  coursepro_tenant: testService({
    web_environment_id: 1,
    worker_environment_id: 2,
    version: '4.18.1',
    db_version: '3.214',
    db_host_label: 'eu-db-03',
    bridge: 'xnrest',
  }),
  coursepro_url: 'https://brimham-active.coursepro.co.uk',
});

type Answers = Parameters<typeof startFakeServer>[0];

/** Opens the page of a tenant on a server that keeps it. */
export async function openTenant(tenant: TenantDetail, answers: Answers = {}, address = '/tenant/12') {
  let current = tenant;
  const arrived = startFakeServer({
    'GET /api/tenant/12': () => ({ tenant: current }),
    'GET /api/tenant/12/deleted-services': { services: [] },
    'GET /api/environment/fast': { environments },
    'GET /api/tenant/12/control': control,
    'GET /api/tenant/12/coursepro/state': state,
    'GET /api/tenant/12/coursepro/preview': {
      revision: 48,
      committed: null,
      content: "<?php\ndefine('A', 1);",
      path: 'coursepro.php',
      hash: 'a',
      targets: [target],
    },
    'PATCH /api/tenant/12': (body) => {
      current = { ...patchedTenant(current, body as object), version: current.version + 1 };
      return { tenant: current };
    },
    'PUT /api/tenant/12/coursepro': () => {
      current = { ...current, current_hashes: current.config_hashes };
      return { type: 1, hash: 'a', service: 'coursepro', revision: 48, servers: [{ host: target.host, ok: true }] };
    },
    ...answers,
  });
  const opened = await renderRoute(
    {
      path: '/tenant/$id',
      component: TenantGate,
      inside: [{ component: TenantPage, inside: [{ path: '/', component: TenantServicesPage }] }],
    },
    address,
  );
  const patches = () => arrived.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
  const isOn = (name: string) => (screen.getByRole('switch', { name }) as HTMLInputElement).checked;
  return { ...opened, arrived, patches, isOn };
}

/** Opens the page and waits for a text of it, and for the role, which its buttons need. */
export async function shown(tenant: TenantDetail, text: string, answers?: Answers) {
  const opened = await openTenant(tenant, answers);
  await waitFor(() => expect(opened.page.textContent).toContain(text));
  await waitFor(() => expect(opened.client.getQueryData(queryOf(getConsole, {}).queryKey)).toBeDefined());
  return opened;
}
