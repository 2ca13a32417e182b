import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { ComparePage } from './compare-page.tsx';

const config = (id: number, service: string) => ({ tenant_id: id, tenant_name: `Tenant ${id}`, service, revision: 2 });
const row = {
  key: 'HOST',
  state: 'different',
  masked: false,
  values: [{ value: 'a' }, { value: 'b' }],
  cells: [0, 1],
};

async function openPage(search: string, configs: readonly object[]) {
  startFakeServer({
    'GET /api/tenant/select': { tenants: [] },
    [`GET /api/compare?${search}`]: { configs, rows: [row], lacking: [] },
  });
  await renderPage('/compare', ComparePage, `/compare?${search}`);
  await screen.findByText('HOST');
}

it('leaves out one of several tenants', async () => {
  await openPage('service=coursepro&tenants=1%2C2', [config(1, 'coursepro'), config(2, 'coursepro')]);
  expect(screen.getByRole('button', { name: 'Leave out Tenant 2 CoursePro' })).toBeDefined();
});

it('does not offer to leave out one config of a tenant, which would leave out all of them', async () => {
  await openPage('tenants=1', [config(1, 'coursepro'), config(1, 'licence')]);
  expect(screen.getAllByRole('link', { name: 'Tenant 1' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Leave out/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another tenant' }));
  await screen.findByText(/^Choose a config and the tenants to compare/);
});
