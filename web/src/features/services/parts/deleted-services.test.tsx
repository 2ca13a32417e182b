import type { DeletedService } from '@mission-control/contract/services/schema';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../lib/api/query.ts';
import { fakeError, fakeFailure, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { testService } from '../../tenants/testing/tenant.ts';
import { coursepro, shown } from '../../tenants/testing/open-tenant.tsx';

const deleted = (part: Partial<DeletedService> = {}): DeletedService => ({
  service: 'strive',
  deleted_at: '2026-11-20T12:00:00.000Z',
  deleted_by: 'Tom Okafor',
  purge_at: '2026-12-20T12:00:00.000Z',
  hosts: ['elm.api.strive.co.uk'],
  db_host_label: null,
  ...part,
});
const LIST = 'GET /api/tenant/12/deleted-services';
const RESTORE = 'POST /api/tenant/12/strive/restore';
const withStrive = { ...coursepro, strive_tenant: testService(), version: 2 };
const toasts = collectToasts();

const opened = async (services: DeletedService[], restore: FakeResponse = { tenant: withStrive }) => {
  let left = services;
  let tenant = coursepro;
  return shown(coursepro, 'Deleted services', {
    'GET /api/tenant/12': () => ({ tenant }),
    'GET /api/tenant/select': { tenants: [] },
    [LIST]: () => ({ services: left }),
    [RESTORE]: () => {
      if (!(restore instanceof Response)) [left, tenant] = [[], withStrive];
      return restore;
    },
  });
};
const rows = (page: ParentNode) =>
  [...page.querySelectorAll('section')]
    .find((one) => one.querySelector(':scope > h2')?.textContent === 'Deleted services')
    ?.querySelectorAll('li') ?? [];

describe('the deleted services of a tenant', () => {
  it('show name, deletion and retention', async () => {
    const { page } = await opened([
      deleted(),
      deleted({ service: 'insight', hosts: ['a.example', 'b.example'], db_host_label: 'eu-db-ins-01' }),
      deleted({ service: 'schemeportal', hosts: [] }),
    ]);
    const [strive, insight, portal] = [...rows(page)].map((row) => row.textContent);
    expect(strive).toMatch(/Strive\s*elm\.api\.strive\.co\.uk\s*Deleted .* by Tom Okafor\s*purged .*Restore$/);
    expect(insight).toMatch(/Insight\s*a\.example and 1 more.*database on eu-db-ins-01/);
    expect(portal).toContain('Scheme Portalwithout a domain');
  });

  it('are not mentioned when there are none', async () => {
    const { page, arrived } = await shown(coursepro, 'eu-prod-web-03');
    await waitFor(() => expect(arrived.map(({ call }) => call)).toContain(LIST));
    expect(page.textContent).not.toContain('Deleted services');
  });

  it('are restored by one click; what could not be restored is reported', async () => {
    const error = 'Others have taken elm.api.strive.co.uk in the meantime.';
    const { page, client } = await opened([deleted()], { tenant: withStrive, error });
    const names = queryOf(selectTenants, {});
    await client.query(names);
    await userEvent.click(screen.getByRole('button', { name: 'Restore Strive' }));
    await waitFor(() => expect(page.textContent).not.toContain('Deleted services'));
    expect([...page.querySelectorAll('h2')].map((heading) => heading.textContent)).toContain('Strive');
    expect(toasts).toEqual([
      { text: 'Strive restored', meaning: 'success' },
      { text: error, meaning: 'error' },
    ]);
    expect(client.getQueryState(names.queryKey)?.isInvalidated).toBe(true);
  });

  it('show why one cannot be restored', async () => {
    const { page } = await opened([deleted()], fakeError(409, { error: 'It is there already.', code: 'conflict' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore Strive' }));
    await waitFor(() => expect(toasts).toEqual([{ text: 'It is there already.', meaning: 'error' }]));
    expect(rows(page)).toHaveLength(1);
  });

  it('cannot be restored beside the same service added again', async () => {
    const { arrived } = await opened([deleted({ service: 'coursepro' })]);
    const button = screen.getByRole('button', { name: 'Restore CoursePro' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(arrived.some(({ call }) => call.startsWith('POST'))).toBe(false);
  });

  it('show a failed read', async () => {
    const down = fakeFailure();
    const { page } = await shown(coursepro, 'The deleted services could not be loaded', { [LIST]: down });
    expect(page.textContent).toContain('Retry');
  });
});
