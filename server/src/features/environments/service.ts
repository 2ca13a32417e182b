import type {
  CertificateRow,
  EnvironmentDetailRow,
  EnvironmentRow,
  RegionRow,
} from '@mission-control/contract/environments/calls';
import type { Ctx } from '../../platform/context.ts';
import { countServers, countTenants, listCertificateRows, listEnvironmentRows, listRegionRows } from './queries.ts';

/** All environments, sorted by name. */
export function listAllEnvironments(ctx: Ctx): Promise<EnvironmentRow[]> {
  return listEnvironmentRows(ctx.db);
}

/** All environments, sorted by name, with their numbers of servers and tenants. */
export async function listEnvironmentsWithCounts(ctx: Ctx): Promise<EnvironmentDetailRow[]> {
  const list = await listEnvironmentRows(ctx.db);
  const [servers, tenants] = [await countServers(ctx.db), await countTenants(ctx.db)];
  return list.map((one) => ({
    ...one,
    server_count: servers.get(one._id) ?? 0,
    tenant_count: tenants.get(one._id) ?? 0,
  }));
}

/** All regions, sorted by name. */
export function listAllRegions(ctx: Ctx): Promise<RegionRow[]> {
  return listRegionRows(ctx.db);
}

/** All certificates, sorted by name. */
export function listAllCertificates(ctx: Ctx): Promise<CertificateRow[]> {
  return listCertificateRows(ctx.db);
}
