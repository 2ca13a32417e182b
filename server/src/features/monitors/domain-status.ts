import type { CallResponse } from '@mission-control/contract/call';
import { findService } from '@mission-control/contract/catalogue';
import type { listDomainStanding } from '@mission-control/contract/monitors/calls';
import { coveringCertificate } from '@mission-control/contract/services/rules';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { stateFacts } from './monitor-row.ts';
import { listCertificateNames, listServiceHosts } from './queries-fleet.ts';

/** Concurrent DNS queries. */
const LOOKUPS = 10;

/** DNS, certificate and monitor of each domain of a service. @throws AppError('not_found') without the tenant or the service */
export async function readDomainStatus(
  ctx: Ctx,
  tenantId: number,
  slug: string,
): Promise<CallResponse<typeof listDomainStanding>> {
  const service = findService(slug);
  if (!service) throw new AppError('not_found', `There is no service ${slug}.`);
  const found = await listServiceHosts(ctx.db, tenantId, slug);
  if (found === undefined) throw noTenant(tenantId);
  const certificates = service.hasCertificate ? await listCertificateNames(ctx.db) : null;
  const domains: CallResponse<typeof listDomainStanding>['domains'] = [];
  for (let from = 0; from < found.length; from += LOOKUPS) {
    const batch = found.slice(from, from + LOOKUPS).map(async ({ host, monitor }) => ({
      host,
      addresses: await ctx.ports.names.addressesOf(host),
      certificate: certificates && (coveringCertificate(certificates, host)?.name ?? null),
      covers: certificates !== null,
      certificate_ends: monitor?.certificateEnds?.toISOString() ?? null,
      monitor: monitor && { id: monitor.id, ...stateFacts(monitor) },
    }));
    domains.push(...(await Promise.all(batch)));
  }
  return { domains };
}
