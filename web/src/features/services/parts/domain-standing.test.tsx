import type { DomainStanding as Standing } from '@mission-control/contract/monitors/calls';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DomainStanding } from './domain-standing.tsx';

const NOW = new Date('2026-11-23T12:00:00Z');
const monitor = {
  id: 7,
  active: 1,
  closed: null,
  status: 1,
  warning_count: 0,
  last_online: '2026-11-20T12:00:00Z',
  last_offline: null,
  last_check: '2026-11-23T11:59:50Z',
} as const;
const known: Standing = {
  host: 'a.example',
  addresses: ['192.0.2.4'],
  covers: true,
  certificate: '*.example',
  certificate_ends: '2026-12-24T00:00:00.000Z',
  monitor,
};
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000 + 60_000).toISOString();

it.each<[string, Partial<Standing>, string]>([
  ['all that is known', {}, 'UPDNS 192.0.2.4Certificate *.example expires in 30 days'],
  [
    'a host that DNS does not know',
    { addresses: [] },
    'UPDNS does not know this hostCertificate *.example expires in 30 days',
  ],
  [
    'name servers that do not respond',
    { addresses: null },
    'UPDNS does not respondCertificate *.example expires in 30 days',
  ],
  [
    'many addresses',
    { addresses: ['1', '2', '3', '4'] },
    'UPDNS 1, 2 and 2 moreCertificate *.example expires in 30 days',
  ],
  ['the last day', { certificate_ends: inDays(1) }, 'UPDNS 192.0.2.4Certificate *.example expires in 1 day'],
  ['an expired certificate', { certificate_ends: inDays(-2) }, 'UPDNS 192.0.2.4Certificate *.example has expired'],
  [
    'a host without a certificate of the fleet',
    { certificate: null },
    "UPDNS 192.0.2.4No certificate of the fleet covers it; the site's expires in 30 days",
  ],
  [
    'a service whose certificates others bring',
    { covers: false, certificate: null },
    'UPDNS 192.0.2.4Certificate expires in 30 days',
  ],
  [
    'a closed and unchecked site',
    { monitor: { ...monitor, closed: 'maintenance' }, certificate_ends: null, covers: false },
    'MAINTENANCEDNS 192.0.2.4',
  ],
  ['a new domain', { monitor: null, certificate_ends: null }, 'Not checked yetDNS 192.0.2.4Certificate *.example'],
])('names %s', (_name, part, text) => {
  const { container } = render(<DomainStanding standing={{ ...known, ...part }} now={NOW} />);
  expect(container.textContent).toBe(text);
});
