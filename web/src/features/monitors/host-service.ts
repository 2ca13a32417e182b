import { SERVICES, type Service } from '@mission-control/contract/services/catalogue';

/**
 * The service that a host is usual for; undefined for a domain of the tenant's own. Both portals for members have the same hosts:
 * the label of the monitor tells them apart.
 */
export function serviceOfHost({ host, label }: { host: string; label: string }): Service | undefined {
  // The longest end decides: one service's may be the end of another's.
  const ends = SERVICES.flatMap((service) => service.urlSuffixes.map((suffix) => ({ service, suffix })));
  const fitting = ends
    .filter(({ suffix }) => host.endsWith(suffix))
    .toSorted((a, b) => b.suffix.length - a.suffix.length);
  const named = fitting.find(({ service }) => label.endsWith(service.displayName));
  return (named ?? fitting[0])?.service;
}
