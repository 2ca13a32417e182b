import { SERVICES, type Service } from '../catalogue.ts';

/** Shown when the centres and languages were synced [TEN-71]. */
export const CENTRES_SYNCED = 'Centres and languages synced to strive';

/** Shown when one of the sites failed [TEN-72]. */
export const centreSyncFailed = (message: string): string => `Error: ${message}`;

/** How CoursePro connects to a tenant's own booking system [SVC-07]; labels by `bridgeLabel`. */
export const BRIDGES = ['standalone', 'gladstone', 'xnrest', 'legend', 'openplay'] as const;

/** Shown when CoursePro is added without a bridge [SVC-09]. */
export const NO_BRIDGE = 'Please select a bridge';
/** Shown when a service that needs a database is added without one. */
export const NO_DATABASE = 'Please select a database';

/** Error for an empty list of domains [SVC-26]. */
const noDomain = (service: Pick<Service, 'displayName'>): string =>
  `You must specify a domain or remove the ${service.displayName} service.`;
/** Error if no domain, or more than one, is primary [SVC-27]. */
const NO_PRIMARY = 'You must specify a primary domain.';

/** Error for deleting the primary domain, which provides the service's URL [SVC-28]. */
export const PRIMARY_STAYS = 'Cannot delete domain marked as primary.';
/** Shown when domains and environments were saved [SVC-31]. */
export const settingsSaved = (service: Pick<Service, 'displayName'>): string =>
  `${service.displayName} settings successfully saved`;

/** Validates a service's list of domains, ignoring the hosts themselves [SVC-26, SVC-27]; null when valid. */
export function domainsFault(
  service: Pick<Service, 'displayName'>,
  domains: readonly { is_primary: boolean }[],
): string | null {
  if (domains.length === 0) return noDomain(service);
  return domains.filter((domain) => domain.is_primary).length === 1 ? null : NO_PRIMARY;
}

/** A name as the label of a host: in a-z, 0-9 and dashes; '' if nothing is left. */
export function hostLabel(name: string, maxLength: number): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/['’]/g, '').match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, maxLength).replace(/-+$/, '');
}

/** First label of a tenant's suggested domain, at most 50 characters. */
export const hostSlug = (tenantName: string): string => hostLabel(tenantName, SLUG_LENGTH) || 'tenant';

// A label has at most 63 characters, and a number may be appended.
const SLUG_LENGTH = 50;

/** Suggests a domain for a tenant: its slug and the suffix, with a number after the slug if the host is taken. */
export function proposeHost(slug: string, suffix: string, isTaken: (host: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const host = `${slug}${count === 1 ? '' : `-${count}`}${suffix}`;
    if (!isTaken(host)) return host;
  }
}

/** Suggests domains for a tenant's service, one per suffix (C-086). @param taken hosts in use */
export function proposedHosts(
  service: Pick<Service, 'urlSuffixes'>,
  tenantName: string,
  taken: readonly string[],
): string[] {
  return service.urlSuffixes.map((suffix) => proposeHost(hostSlug(tenantName), suffix, (host) => taken.includes(host)));
}

/** The certificate that covers a host: its own, or a wildcard, which matches exactly one label. */
export function coveringCertificate<C extends { domain: string }>(
  certificates: readonly C[],
  host: string,
): C | undefined {
  const name = host.trim().toLowerCase();
  const wildcard = name.replace(/^[^.]+/, '*');
  return (
    certificates.find(({ domain }) => domain.toLowerCase() === name) ??
    certificates.find(({ domain }) => domain.toLowerCase() === wildcard)
  );
}

/** Role of an environment for a service. */
export type EnvironmentRole = keyof Service['environmentTypes'];

/** The environments offered for a service's role in a region, in order; none for a role the service lacks [SVC-48]. */
export function environmentChoices<
  E extends { type: number; services: readonly string[]; region: { _id: number } | null },
>(environments: readonly E[], service: Service, role: EnvironmentRole, regionId: number): E[] {
  const type = service.environmentTypes[role];
  return environments.filter(
    (one) => one.type === type && one.services.includes(service.slug) && one.region?._id === regionId,
  );
}

/** The services an environment of this type serves: all that use the type, or the named subset (C-135). */
export function servedServices(type: number, named: readonly string[] | null): string[] {
  const able = SERVICES.filter((one: Service) => Object.values(one.environmentTypes).includes(type));
  return able.map(({ slug }) => slug).filter((slug) => named === null || named.includes(slug));
}
