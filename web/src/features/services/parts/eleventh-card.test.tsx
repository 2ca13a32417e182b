import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { testService, testTenant } from '../../tenants/testing/tenant.ts';
import { shown } from '../../tenants/testing/open-tenant.tsx';

// Adds one row and mocks nothing else.
vi.mock('@mission-control/contract/catalogue', async (original) => {
  const { withEleventhService } = await import('@mission-control/contract/services/testing');
  return withEleventhService(await original<Parameters<typeof withEleventhService>[0]>());
});

it('offers an eleventh row of the catalogue in the speed dial', async () => {
  await shown(testTenant(), 'Add service');
  await userEvent.click(screen.getByRole('button', { name: 'Add service' }));
  await waitFor(() => expect(document.body.textContent).toContain('Kiosk'));
});

it('shows the card of an eleventh row with its site, switches, config and commit', async () => {
  const kiosk = { kiosk_tenant: testService(), kiosk_url: 'https://oak.kiosk.example' } as Partial<TenantDetail>;
  const tenant = testTenant({ ...kiosk, service_hashes: { kiosk: { stored: null, current: 'a' } } });
  const { page, patches } = await shown(tenant, 'Kiosk');
  const card = [...page.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Kiosk');
  if (!card) throw new Error('There is no card.');
  expect(card.querySelector('a[target="_blank"]')?.getAttribute('href')).toBe('https://oak.kiosk.example');
  expect(within(card).getByRole('link', { name: 'Config' }).getAttribute('href')).toBe('/tenant/12/kiosk/config');
  expect(within(card).getByRole('button', { name: 'Commit' }).getAttribute('aria-haspopup')).toBe('dialog');
  await userEvent.click(within(card).getByRole('switch', { name: 'Cron' }));
  await waitFor(() => expect(patches()).toEqual([expect.objectContaining({ kiosk_tenant: { cron: false } })]));
});
