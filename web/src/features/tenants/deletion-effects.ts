import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';
import { configuredServices, usedEnvironments } from '../services/public.tsx';

const list = new Intl.ListFormat('en-GB');

/** Sentences about what deleting the tenant removes. `names` are the known environments by id. */
export function deletionEffects(tenant: TenantDetail, names: ReadonlyMap<number, string>): string[] {
  const services = configuredServices(tenant);
  const domains = services.flatMap(({ service }) => tenant.domains[service.slug] ?? []).length;
  const parts = [
    count(services.length, 'service', 'services'),
    services.length === 0 ? null : 'config',
    count(domains, 'domain', 'domains'),
    count(tenant.relations.length, 'relation', 'relations'),
  ].filter((part) => part !== null);
  const published = services.filter(({ service: { config } }) => config && tenant.current_hashes[config.hashIndex]);
  const places = usedEnvironments(published, names).map(({ name }) => name);
  return [
    parts.length === 0
      ? 'This removes the tenant from the console.'
      : `This removes the tenant and its ${list.format(parts)} from the console.`,
    ...(places.length === 0 ? [] : [`Published files are withdrawn from ${list.format(places)}.`]),
  ];
}

function count(number: number, one: string, many: string): string | null {
  return number === 0 ? null : countText(number, one, many);
}
