import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { expect, it, vi } from 'vitest';
import { click, control, eventually } from '../../../lib/testing/render-page.tsx';
import { testService, testTenant } from '../../tenants/testing/tenant.ts';
import { shown } from '../../tenants/testing/open-tenant.tsx';

// One more row; nothing else is replaced.
vi.mock('@mission-control/contract/catalogue', async (original) => {
  const { withEleventhService } = await import('@mission-control/contract/services/testing');
  return withEleventhService(await original<Parameters<typeof withEleventhService>[0]>());
});

it('offers an eleventh row of the catalogue in the speed dial', async () => {
  const { page } = await shown(testTenant(), 'Add service');
  click(control(page, 'Add service'));
  await eventually(() => expect(document.body.textContent).toContain('Kiosk'));
});

it('shows the card of an eleventh row with its site, switches, config and commit', async () => {
  const kiosk = { kiosk_tenant: testService(), kiosk_url: 'https://oak.kiosk.example' } as Partial<TenantDetail>;
  const tenant = testTenant({ ...kiosk, service_hashes: { kiosk: { stored: null, current: 'a' } } });
  const { page, patches } = await shown(tenant, 'Kiosk');
  const card = [...page.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Kiosk');
  if (!card) throw new Error('There is no card.');
  expect(card.querySelector('a[target="_blank"]')?.getAttribute('href')).toBe('https://oak.kiosk.example');
  expect(control(card, 'Config').getAttribute('href')).toBe('/tenant/12/kiosk/config');
  expect(control(card, 'Commit').getAttribute('aria-haspopup')).toBe('dialog');
  click(control(card, 'Cron'));
  await eventually(() => expect(patches()).toEqual([expect.objectContaining({ kiosk_tenant: { cron: false } })]));
});
