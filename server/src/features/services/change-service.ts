import { type Service, serviceName } from '@mission-control/contract/catalogue';
import { domainsFault } from '@mission-control/contract/services/rules';
import type { DomainInput, ServiceChange } from '@mission-control/contract/tenants/patch';
import { TOPIC } from '@mission-control/contract/topics';
import { isDeepStrictEqual } from 'node:util';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation, type Db } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { publishedEnvironments } from '../config/public.ts';
import {
  listServiceDomains,
  lockService,
  namePlaces,
  replaceDomains,
  updatePlaces,
  type WantedDomain,
  type Places,
  findHostOwners,
  type ServiceRef,
} from './places/queries-places.ts';
import { refuseFaults, type Fault, readPlaces } from './places/read-places.ts';
import { domainToASCII, domainToUnicode } from 'node:url';

/** Normalizes and validates a list of domains [SVC-26, SVC-27] (C-092). */
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
    const name = serviceName(owner.service);
    // A deleted tenant keeps its domains for 30 days, in case it is restored.
    const whose = owner.deletedAt ? `the deleted tenant ${owner.tenantName} (${name})` : `${owner.tenantName} ${name}`;
    faults.push({ message: `${owner.host} already belongs to ${whose}.`, field: wanted.get(owner.host)?.field });
  }
  return { wanted: [...wanted.values()].map(({ field: _field, ...domain }) => domain), faults };
}

export interface ServiceTenant {
  id: number;
  name: string;
  regionId: number;
}

/**
 * Replaces the domains of a service and sets its places; unchanged values record nothing. The caller must have locked the tenant.
 * @returns the former environments of its configs if places were sent, so that published files can follow; else null
 * @throws AppError('not_found') if the tenant lacks the service, AppError('refused') with all faults
 */
export async function changeService(
  ctx: Ctx,
  work: Work,
  tenant: ServiceTenant,
  form: ServiceChange,
): Promise<number[] | null> {
  const { db, record } = work;
  const { service } = form;
  const ref = { tenantId: tenant.id, service: service.slug };
  const row = await lockService(db, ref);
  if (!row) throw new AppError('not_found', `${tenant.name} has no ${service.displayName} service. Add it first.`);
  const earlier = await listServiceDomains(db, ref);
  const domains = form.domains && (await readDomains(db, ref, service, form.domains, earlier));
  const places = form.places && (await readPlaces(db, service, tenant.regionId, form.places));
  refuseFaults([...(domains?.faults ?? []), ...(places?.faults ?? [])]);
  const had = places && placesOf(row, places.wanted);
  const hosts = domains && { before: domainFacts(earlier), after: domainFacts(domains.wanted) };
  if (isDeepStrictEqual(hosts?.before, hosts?.after) && isDeepStrictEqual(had, places?.wanted)) return null;
  if (domains) await assignDomains(() => replaceDomains(db, ref, domains.wanted));
  if (places) await updatePlaces(db, ref, places.wanted);
  await changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name });
  const subject = `${tenant.name} ${service.displayName}`;
  const topics = [TOPIC.tenants, TOPIC.tenant(tenant.id)];
  const [before, after] = await namePlaces(db, [had ?? {}, places?.wanted ?? {}]);
  record({
    action: 'service.updated',
    subject,
    tenantId: tenant.id,
    before: { ...(hosts && { domains: hosts.before }), ...before },
    after: { ...(hosts && { domains: hosts.after }), ...after },
    topics,
  });
  return places ? publishedEnvironments(row) : null;
}

/** Runs a write of domains; reports a host that was taken concurrently as AppError('refused'). */
export async function assignDomains(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'domains_host')) throw error;
    throw new AppError('refused', 'Another service has just taken one of the domains. Save again to see which.');
  }
}

/** Sorted by host, so that reordering is not a change. */
const domainFacts = (rows: readonly WantedDomain[]) =>
  rows
    .map(({ host, isPrimary, hasWhitelist }) => ({ host, is_primary: isPrimary, has_whitelist: hasWhitelist }))
    .toSorted((a, b) => (a.host < b.host ? -1 : 1));

/** Current values of the columns in `wanted`. */
function placesOf(row: Places, wanted: Places): Places {
  const names = Object.keys(wanted) as (keyof Places)[];
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

const MAX_HOST_LENGTH = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Labels marked as IDNA; `domainToUnicode` leaves invalid ones unchanged. */
const ENCODED = /(^|\.)xn--/;
/** URL syntax and escapes: `domainToASCII` treats some of these as the end of the host. */
const NO_HOST = /[\s\p{Cc}\p{Cf}/\\:?#@%[\]<>^|"'`{}]/u;

/** Normalizes a host to trimmed, lower-case ASCII IDNA, or returns the fault (C-092). */
export function readHost(text: string): { host: string } | { fault: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'A domain has no host. Fill it in or remove the row.' };
  const host = NO_HOST.test(trimmed) ? '' : domainToASCII(trimmed);
  const shown = trimmed.length > 80 ? `${trimmed.slice(0, 80)}…` : trimmed;
  if (host.length > MAX_HOST_LENGTH) return { fault: `${shown} is longer than ${MAX_HOST_LENGTH} characters.` };
  const labels = host.split('.');
  const readable =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (!readable || ENCODED.test(domainToUnicode(host))) {
    return { fault: `${shown} is not a valid host name. Write it like tenant.example.com.` };
  }
  return { host };
}
