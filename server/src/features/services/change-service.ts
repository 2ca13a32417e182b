import { isDeepStrictEqual } from 'node:util';
import { findService, SERVICES, type Service } from '@mission-control/contract/services/catalogue';
import type { DomainInput, ServicePatch, TenantPatch } from '@mission-control/contract/tenants/patch';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { refuseFaults } from './faults.ts';
import { readDomains } from './read-domains.ts';
import { readPlaces } from './read-places.ts';
import {
  listServiceDomains,
  lockService,
  namePlaces,
  replaceDomains,
  updatePlaces,
  type WantedDomain,
  type Places,
} from './queries-places.ts';
import { raiseVersion } from './queries-tenant.ts';

/** What the page of a service sends: its domains, its places, or both (C-036). */
export interface ServiceForm {
  service: Service;
  domains: readonly DomainInput[] | undefined;
  places: ServicePatch | undefined;
}

/** The tenant as far as its services depend on it. */
export interface ServiceTenant {
  id: number;
  name: string;
  regionId: number;
}

/** What a PATCH says of domains and places of a service; null when it is another form. */
export function serviceForm(patch: TenantPatch): ServiceForm | null {
  const [slug = ''] = Object.keys(patch.domains ?? {});
  const service = findService(slug) ?? SERVICES.find(({ detailKey }) => patch[detailKey] !== undefined);
  if (!service) return null;
  const sent = patch[service.detailKey as (typeof SERVICES)[number]['detailKey']];
  const places = sent && sent.cron === undefined && sent.maintenance === undefined ? sent : undefined;
  const domains = patch.domains?.[slug];
  return domains || places ? { service, domains, places } : null;
}

/**
 * Replaces the domains of a service and sets its places; what is so already changes nothing. The caller has locked the tenant.
 * @returns where its configs were published until now, when its places were set; the files have to follow
 * @throws AppError('not_found') when the tenant lacks the service, AppError('refused') with every fault at once.
 */
export async function changeService(
  ctx: Ctx,
  work: Work,
  tenant: ServiceTenant,
  form: ServiceForm,
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
  if (domains) await giveDomains(() => replaceDomains(db, ref, domains.wanted));
  if (places) await updatePlaces(db, ref, places.wanted);
  await raiseVersion(db, tenant.id, { at: ctx.clock.now(), name: ctx.actor.name });
  const subject = `${tenant.name} ${service.displayName}`;
  const topics = ['tenants', `tenant:${tenant.id}`];
  const [before, after] = await namePlaces(db, [had ?? {}, places?.wanted ?? {}]);
  record({
    action: 'service.updated',
    subject,
    tenantId: tenant.id,
    before: { ...(hosts && { domains: hosts.before }), ...before },
    after: { ...(hosts && { domains: hosts.after }), ...after },
    topics,
  });
  return places ? environmentsOf(row) : null;
}

/** Hosts are unique over all tenants; one that was given away since it was looked up is a refusal, too. */
export async function giveDomains(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'domains_host')) throw error;
    throw new AppError('refused', 'Somebody else has just taken one of the domains. Save again to see which.');
  }
}

/** By host, so that another order alone is no change. */
const domainFacts = (rows: readonly WantedDomain[]) =>
  rows
    .map(({ host, isPrimary, hasWhitelist }) => ({ host, is_primary: isPrimary, has_whitelist: hasWhitelist }))
    .toSorted((a, b) => (a.host < b.host ? -1 : 1));

/** Where the files of its configs are published. */
const environmentsOf = (row: { webEnvironmentId: number | null; workerEnvironmentId: number | null }) =>
  [row.webEnvironmentId, row.workerEnvironmentId].filter((id) => id !== null);

/** The same columns as they were. */
function placesOf(row: Places, wanted: Places): Places {
  const names = Object.keys(wanted) as (keyof Places)[];
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
