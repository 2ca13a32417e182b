import { SERVICES, type Service } from '@mission-control/contract/services/catalogue';

/** The service that a host is usual for; undefined for a domain of the tenant's own. */
export function serviceOfHost(host: string): Service | undefined {
  // The longest end decides: one service's may be the end of another's.
  const ends = SERVICES.flatMap((service) => service.urlSuffixes.map((suffix) => ({ service, suffix })));
  return ends.filter(({ suffix }) => host.endsWith(suffix)).toSorted((a, b) => b.suffix.length - a.suffix.length)[0]
    ?.service;
}
