import type { Service } from './catalogue.ts';

/** A list of domains without a single one [SVC-26]. */
export const noDomain = (service: Pick<Service, 'displayName'>): string =>
  `You must specify a domain or remove the ${service.displayName} service.`;
/** No domain, or more than one, is primary [SVC-27]. */
export const NO_PRIMARY = 'You must specify a primary domain.';

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
