import type { Service } from '@mission-control/contract/services/catalogue';
import { findService } from '@mission-control/contract/services/catalogue';
import { domainsFault } from '@mission-control/contract/services/rules';
import type { DomainInput } from '@mission-control/contract/tenants/patch';
import type { Db } from '../../platform/database/database.ts';
import { readHost } from './hosts.ts';
import type { Fault } from './faults.ts';
import { findHostOwners, type WantedDomain, type ServiceRef } from './queries-places.ts';

/** The list as it is stored, and everything that is wrong with it [SVC-26, SVC-27] (C-092). */
export async function readDomains(
  db: Db,
  ref: ServiceRef,
  service: Service,
  sent: readonly DomainInput[],
  earlier: readonly WantedDomain[],
): Promise<{ wanted: WantedDomain[]; faults: Fault[] }> {
  const whitelisted = new Set(earlier.filter((row) => row.hasWhitelist).map((row) => row.host));
  const fieldOf = (index: number) => `domains.${service.slug}.${index}.host`;
  const faults: Fault[] = [];
  const wanted = new Map<string, WantedDomain & { field: string }>();
  for (const [index, { host: text, is_primary: isPrimary, has_whitelist: given }] of sent.entries()) {
    const read = readHost(text);
    const field = fieldOf(index);
    if ('fault' in read) faults.push({ message: read.fault, field });
    else if (wanted.has(read.host)) faults.push({ message: `${read.host} is in the list twice.`, field });
    else
      wanted.set(read.host, { host: read.host, isPrimary, hasWhitelist: given ?? whitelisted.has(read.host), field });
  }
  const fault = domainsFault(service, sent);
  if (fault !== null) faults.push({ message: fault });
  for (const owner of await findHostOwners(db, [...wanted.keys()], ref)) {
    const name = findService(owner.service)?.displayName ?? owner.service;
    // A deleted tenant can be restored with its domains for 30 days.
    const whose = owner.deletedAt ? `the deleted tenant ${owner.tenantName} (${name})` : `${owner.tenantName} ${name}`;
    faults.push({ message: `${owner.host} belongs to ${whose} already.`, field: wanted.get(owner.host)?.field });
  }
  return { wanted: [...wanted.values()].map(({ field: _field, ...domain }) => domain), faults };
}
