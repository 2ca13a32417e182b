import { SERVICES, type Service } from './catalogue.ts';

/** A list of domains without a single one [SVC-26]. */
const noDomain = (service: Pick<Service, 'displayName'>): string =>
  `You must specify a domain or remove the ${service.displayName} service.`;
/** No domain, or more than one, is primary [SVC-27]. */
const NO_PRIMARY = 'You must specify a primary domain.';

/** A domain that must be there for the service to have an address [SVC-28]. */
export const PRIMARY_STAYS = 'Cannot delete domain marked as primary.';
/** Said when domains and environments are stored [SVC-31]. */
export const settingsSaved = (service: Pick<Service, 'displayName'>): string =>
  `${service.displayName} settings successfully saved`;

/** What is wrong with the domains of a service as a list, whatever their hosts [SVC-26, SVC-27]; null when nothing is. */
export function domainsFault(
  service: Pick<Service, 'displayName'>,
  domains: readonly { is_primary: boolean }[],
): string | null {
  if (domains.length === 0) return noDomain(service);
  return domains.filter((domain) => domain.is_primary).length === 1 ? null : NO_PRIMARY;
}

/** The first label of the domain that is proposed for a tenant: its name in a-z, 0-9 and dashes, at most 50 characters. */
export function hostSlug(tenantName: string): string {
  const plain = tenantName.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/['’]/g, '').match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, SLUG_LENGTH).replace(/-+$/, '');
  return slug === '' ? 'tenant' : slug;
}

// A label has at most 63 characters; a number may follow.
const SLUG_LENGTH = 50;

/** The domain to propose for a tenant: its slug and the suffix, with a number after the slug where the host is taken. */
export function proposeHost(slug: string, suffix: string, isTaken: (host: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const host = `${slug}${count === 1 ? '' : `-${count}`}${suffix}`;
    if (!isTaken(host)) return host;
  }
}

/** The domains to propose for a service of a tenant, one for each suffix (C-086). @param taken hosts that have an owner */
export function proposedHosts(
  service: Pick<Service, 'urlSuffixes'>,
  tenantName: string,
  taken: readonly string[],
): string[] {
  return service.urlSuffixes.map((suffix) => proposeHost(hostSlug(tenantName), suffix, (host) => taken.includes(host)));
}

/** A part that an environment plays for a service. */
export type EnvironmentRole = keyof Service['environmentTypes'];

/** The environments that a select of a service offers in a region, in their order; none for a role the service lacks [SVC-48]. */
export function environmentChoices<
  E extends { type: number; services: readonly string[]; region: { _id: number } | null },
>(environments: readonly E[], service: Service, role: EnvironmentRole, regionId: number): E[] {
  const type = service.environmentTypes[role];
  return environments.filter(
    (one) => one.type === type && one.services.includes(service.slug) && one.region?._id === regionId,
  );
}

/** The services that an environment of this type serves: those that know the type, or the named ones of them (C-135). */
export function servedServices(type: number, named: readonly string[] | null): string[] {
  const able = SERVICES.filter((one: Service) => Object.values(one.environmentTypes).includes(type));
  return able.map(({ slug }) => slug).filter((slug) => named === null || named.includes(slug));
}
