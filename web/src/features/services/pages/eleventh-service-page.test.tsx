import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { havingService, openService, tenantWith } from '../testing/open-service.tsx';

// Adds one row and mocks nothing else.
vi.mock('@mission-control/contract/catalogue', async (original) => {
  const { withEleventhService } = await import('@mission-control/contract/services/testing');
  return withEleventhService(await original<Parameters<typeof withEleventhService>[0]>());
});

it('shows the page of an eleventh row with its name, domains and selects', async () => {
  const { page, hosts, offered } = await openService('kiosk', tenantWith(havingService('kiosk', {}, ['k.example'])));
  await waitFor(() => expect(offered('Web environment')).toEqual(['None', 'eu-type1-1', 'eu-type1-2']));
  expect(offered('Worker environment')).toEqual(['None', 'eu-type2-1', 'eu-type2-2']);
  expect(page.querySelector('h1')?.textContent).toBe('KioskApp settings');
  expect(hosts()).toEqual(['k.example']);
});
