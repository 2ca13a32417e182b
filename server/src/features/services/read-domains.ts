import type { Service } from '@mission-control/contract/services/catalogue';
import { findService } from '@mission-control/contract/services/catalogue';
import { noDomain, NO_PRIMARY } from '@mission-control/contract/services/rules';
import type { DomainInput } from '@mission-control/contract/tenants/patch';
import type { Db } from '../../platform/database/database.ts';
import { readHost } from './hosts.ts';
import { findHostOwners, type WantedDomain, type ServiceRef } from './queries-places.ts';

/** The list as it is stored, and everything that is wrong with it [SVC-26, SVC-27] (C-092). */
export async function readDomains(
  db: Db,
  ref: ServiceRef,
  service: Service,
  sent: readonly DomainInput[],
  earlier: readonly WantedDomain[],
): Promise<{ wanted: WantedDomain[]; faults: string[] }> {
  const whitelisted = new Set(earlier.filter((row) => row.hasWhitelist).map((row) => row.host));
  const faults: string[] = [];
  const wanted = new Map<string, WantedDomain>();
  for (const { host: text, is_primary: isPrimary, has_whitelist: given } of sent) {
    const read = readHost(text);
    if ('fault' in read) faults.push(read.fault);
    else if (wanted.has(read.host)) faults.push(`${read.host} is in the list twice.`);
    else wanted.set(read.host, { host: read.host, isPrimary, hasWhitelist: given ?? whitelisted.has(read.host) });
  }
  if (sent.length === 0) faults.push(noDomain(service));
  else if (sent.filter((domain) => domain.is_primary).length !== 1) faults.push(NO_PRIMARY);
  for (const owner of await findHostOwners(db, [...wanted.keys()], ref)) {
    const name = findService(owner.service)?.displayName ?? owner.service;
    // A deleted tenant can be restored with its domains for 30 days.
    const whose = owner.deletedAt ? `the deleted tenant ${owner.tenantName} (${name})` : `${owner.tenantName} ${name}`;
    faults.push(`${owner.host} belongs to ${whose} already.`);
  }
  return { wanted: [...wanted.values()], faults };
}
