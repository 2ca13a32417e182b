import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { SeedTenantPage } from './seed-tenant-page.tsx';

const toasts = collectToasts();
const PAGE = '/tools/seed-tenant';
const NONE = Object.fromEntries(
  [
    'homeportal',
    'coachportal',
    'organisationportal',
    'schemeportal',
    'parentportal',
    'strive',
    'insight',
    'commsportal',
  ].map((name) => [`${name}_tenant`, null]),
);

/** The page with Elm (12), which has CoursePro and HomePortal2. */
async function openPage(group: string, answers: Record<string, FakeResponse> = {}) {
  const elm = { deployment_group: group, coursepro_tenant: {}, homeportal2_tenant: {}, ...NONE };
  const arrived = startFakeServer({
    'GET /api/tenant/select': { tenants: [{ id: 12, tenant_name: 'Elm' }] },
    'GET /api/tenant/12': { tenant: elm },
    ...answers,
  });
  return { arrived, ...(await renderPage(PAGE, SeedTenantPage, `${PAGE}?tenant=12`)) };
}

it('names a production tenant and what seeding writes to, beside the button [SEED-03]', async () => {
  const { page } = await openPage('production');
  await waitFor(() => expect(page.textContent).toContain('PROD This is a production tenant.'));
  expect(page.textContent).toContain('The seed command writes demo data for CoursePro, HomePortal2.');
  expect(screen.getByRole('button', { name: 'Seed Tenant - Elm' }).getAttribute('aria-disabled')).toBeNull();
});

it('shows no warning for other tenants', async () => {
  const { page } = await openPage('dev');
  await waitFor(() => expect(page.textContent).toContain('DEV Elm gets demo data.'));
  expect(page.textContent).not.toContain('production');
});

it('accepts the documented response, and shows its output [SEED-05, SEED-10]', async () => {
  const { user, page } = await openPage('dev', { 'POST /api/release/seed': { output: 'DONE\n' } });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Seed Tenant - Elm' }).getAttribute('aria-disabled')).toBeNull(),
  );
  await user.click(screen.getByRole('button', { name: 'Seed Tenant - Elm' }));
  await waitFor(() => expect(toasts).toEqual([{ text: 'Tenant Elm seed complete', meaning: 'success' }]));
  await waitFor(() => expect(page.textContent).toContain('DONE'));
});

it('names who is already seeding the tenant, shows that run, and keeps the choice', async () => {
  const { user, page, arrived } = await openPage('dev', {
    'POST /api/release/seed': fakeError(409, {
      error: 'Priya Shah started run 12 (Elm) there.',
      code: 'conflict',
      details: { run_id: 12, started_by: 'Priya Shah' },
    }),
  });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Seed Tenant - Elm' }).getAttribute('aria-disabled')).toBeNull(),
  );
  await user.click(screen.getByRole('button', { name: 'Seed Tenant - Elm' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { text: 'Failed to seed tenant - Priya Shah started run 12 (Elm) there.', meaning: 'error' },
    ]),
  );
  await waitFor(() => expect(arrived.map(({ call }) => call)).toContain('GET /api/run/12'));
  expect(page.querySelector<HTMLInputElement>('[role="combobox"]')?.value).toBe('Elm');
});
