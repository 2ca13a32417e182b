import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { testService, testTenant } from '../../tenants/testing/tenant.ts';
import { coursepro, shown } from '../../tenants/testing/open-tenant.tsx';

const LABEL = 'Sync Centres and Languages';
const both = { ...coursepro, strive_tenant: testService() };
const toasts = collectToasts();

describe('Sync Centres and Languages', () => {
  it('is on the CoursePro card of a tenant that has Strive too [TEN-45]', async () => {
    await shown(both, LABEL);
    expect(screen.getByRole('button', { name: LABEL }).closest('section')?.querySelector('h2')?.textContent).toBe(
      'CoursePro',
    );
  });

  it.each([
    ['Strive', coursepro],
    ['CoursePro', testTenant({ strive_tenant: testService() })],
  ])('is absent without %s [TEN-45]', async (_name, tenant) => {
    const { page } = await shown(tenant, 'Cron');
    expect(page.textContent).not.toContain(LABEL);
  });

  it.each<[string, FakeResponse, (typeof toasts)[number]]>([
    [
      'success [TEN-71]',
      { ok: true, message: 'done' },
      { text: 'Centres and languages synced to strive', meaning: 'success' },
    ],
    [
      'failure [TEN-72]',
      { ok: false, message: 'elm.example answered with an error (500).' },
      { text: 'Error: elm.example answered with an error (500).', meaning: 'error' },
    ],
    [
      'refusal',
      fakeError(422, { error: 'Strive has no primary domain. Give it one first.', code: 'refused' }),
      { text: 'Strive has no primary domain. Give it one first.', meaning: 'error' },
    ],
  ])('reports its %s', async (_name, answer, expected) => {
    const { arrived } = await shown(both, LABEL, { 'GET /api/tenant/12/coursepro/centre-sync': answer });
    await userEvent.click(screen.getByRole('button', { name: LABEL }));
    await waitFor(() => expect(toasts).toEqual([expected]));
    expect(arrived.filter(({ call }) => call.endsWith('centre-sync'))).toHaveLength(1);
  });
});
