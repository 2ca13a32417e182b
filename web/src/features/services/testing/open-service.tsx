import { SERVICES } from '@mission-control/contract/catalogue';
import { servedServices } from '@mission-control/contract/services/rules';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { ServicePage } from '../pages/service-page.tsx';

type Part = Partial<TenantDetail>;
type Answers = Parameters<typeof startFakeServer>[0];

const place: TenantService = {
  cron: true,
  maintenance: false,
  web_environment_id: null,
  worker_environment_id: null,
  sns_environment_id: null,
  certificate: null,
};

/** The parts of a tenant that describe a service: its sub-object, URL and domains. */
export function havingService(slug: string, state: Partial<TenantService>, hosts: readonly string[]): Part {
  const service = SERVICES.find((one) => one.slug === slug);
  if (!service) throw new Error(`There is no service ${slug}.`);
  const domains = hosts.map((host, index) => ({ host, is_primary: index === 0, has_whitelist: index === 1 }));
  return {
    [service.detailKey]: { ...place, ...state },
    [service.urlKey]: hosts[0] === undefined ? null : `https://${hosts[0]}`,
    domains: { [slug]: domains },
  };
}

/** A tenant in the first region, without services unless given in `part`. */
export function tenantWith(part: Part): TenantDetail {
  const none = SERVICES.flatMap(({ detailKey, urlKey }) => [[detailKey, null] as const, [urlKey, null] as const]);
  return {
    _id: 12,
    tenant_name: 'Brimham Active',
    region: { _id: 1, region_name: 'eu-west-1' },
    deployment_group: 'production',
    domains: {},
    version: 3,
    updated_at: '2026-11-21T12:00:00.000Z',
    updated_by: 'Priya Shah',
    ...Object.fromEntries(none),
    ...part,
  } as TenantDetail;
}

/** Two environments of each type 1 to 12 and 99 here, one in another region; by `type-number`. */
const environments = [...Array.from({ length: 12 }, (_none, index) => index + 1), 99].flatMap((type) =>
  [1, 2, 3].map((number) => ({
    _id: type * 10 + number,
    environment_name: `${number === 3 ? 'us' : 'eu'}-type${type}-${number}`,
    environment_id: `i-${type}-${number}`,
    group_name: 'blue',
    type,
    services: servedServices(type, null),
    region: { _id: number === 3 ? 2 : 1, region_name: 'r', description: '' },
    fqdn: 'e.example.net',
  })),
);
const certificates = [
  { _id: 1, certificate_name: '*.coursepro.co.uk', domain: '*.coursepro.co.uk' },
  { _id: 2, certificate_name: 'Own', domain: 'bookings.example' },
];

/** Applies a patch of domains and places. */
function patched(tenant: TenantDetail, body: TenantPatch): TenantDetail {
  const next: Record<string, unknown> = { ...tenant, version: tenant.version + 1 };
  if (body.domains) next.domains = { ...tenant.domains, ...body.domains };
  for (const { detailKey } of SERVICES) {
    if (body[detailKey]) next[detailKey] = { ...tenant[detailKey], ...body[detailKey] };
  }
  return next as TenantDetail;
}

/** Opens the page of a service with a server that stores the tenant. */
export async function openService(slug: string, tenant: TenantDetail, answers: Answers = {}) {
  let current = tenant;
  const arrived = startFakeServer({
    'GET /api/tenant/12': () => ({ tenant: current }),
    'GET /api/environment/fast': { environments },
    'GET /api/certificate': { certificates },
    'PATCH /api/tenant/12': (body) => {
      current = patched(current, body as TenantPatch);
      return { tenant: current };
    },
    ...answers,
  });
  const opened = await renderPage('/tenant/$id/$service', ServicePage, `/tenant/12/${slug}`);
  const { page } = opened;
  await waitFor(() => {
    expect(page.querySelector('h1')).not.toBeNull();
    expect(page.querySelector('[aria-label="Loading the settings"]')).toBeNull();
  });
  const fields = () => [...page.querySelectorAll<HTMLInputElement>('ul[aria-label="Domains"] input:not([role])')];
  return {
    ...opened,
    arrived,
    fields,
    hosts: () => fields().map(({ value }) => value),
    switches: () => [...page.querySelectorAll<HTMLInputElement>('[role="switch"]')],
    patches: () => arrived.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body),
    /** Saves as another user; the page refetches on the next event. */
    saveAsOther: (next: TenantDetail) => {
      current = next;
    },
    /** The select with this label. */
    select: (label: string) => {
      const found = [...page.querySelectorAll('label')].find((one) => one.textContent === label);
      return found ? page.querySelector<HTMLSelectElement>(`#${CSS.escape(found.htmlFor)}`) : null;
    },
    offered: (label: string) => offeredBy(page, label),
  };
}

function offeredBy(page: HTMLElement, label: string): string[] {
  const found = [...page.querySelectorAll('label')].find((one) => one.textContent === label);
  const select = found && document.getElementById(found.htmlFor);
  return [...(select?.querySelectorAll('option') ?? [])].map((option) => option.textContent);
}
