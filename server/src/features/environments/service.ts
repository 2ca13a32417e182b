import type { CallResponse } from '@mission-control/contract/call';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import type {
  CertificateRow,
  EnvironmentDetailRow,
  EnvironmentRow,
  getEnvironment,
  RegionRow,
} from '@mission-control/contract/environments/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { listHosts } from '../../fleet/queries-places.ts';
import type { Ctx } from '../../platform/context.ts';
import { createRowCache } from '../../platform/events/follow-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { listDriftsOn } from '../config/public.ts';
import * as queries from './queries.ts';

/** All environments, sorted by name. */
export function listAllEnvironments(ctx: Ctx): Promise<EnvironmentRow[]> {
  return queries.listEnvironmentRows(ctx.db);
}

/** Number of existing tenants by environment id; environments without tenants are missing. */
const countTenants = createRowCache({
  topic: TOPIC.tenants,
  load: queries.listEnvironmentsOfTenants,
  idOf: ({ tenantId }: { tenantId: number; environmentIds: readonly number[] }) => tenantId,
  derive: (rows): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    for (const { environmentIds } of rows)
      for (const id of new Set(environmentIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  },
});

/** All environments, sorted by name, with their numbers of servers and tenants. */
export async function listEnvironmentsWithCounts(ctx: Ctx): Promise<EnvironmentDetailRow[]> {
  const list = await queries.listEnvironmentRows(ctx.db);
  const [servers, tenants] = [await queries.countServers(ctx.db), await countTenants(ctx.db, ctx.topicVersions)];
  return list.map((one) => ({
    ...one,
    server_count: servers.get(one._id) ?? 0,
    tenant_count: tenants.get(one._id) ?? 0,
  }));
}

/** All regions, sorted by name. */
export function listAllRegions(ctx: Ctx): Promise<RegionRow[]> {
  return queries.listRegionRows(ctx.db);
}

/** All certificates, sorted by name. */
export function listAllCertificates(ctx: Ctx): Promise<CertificateRow[]> {
  return queries.listCertificateRows(ctx.db);
}

/** An environment with its servers and services. @throws AppError('not_found') */
export async function getEnvironmentDetail(ctx: Ctx, id: number): Promise<CallResponse<typeof getEnvironment>> {
  const environment = (await listEnvironmentsWithCounts(ctx)).find((one) => one._id === id);
  if (!environment) throw new AppError('not_found', `There is no environment ${id}. It may have been retired.`);
  const hosts = (await listHosts(ctx.db, [id])).get(id) ?? [];
  const places = await queries.listPlaces(ctx.db, id);
  const drifts = (await listDriftsOn(ctx.db, hosts)).map((one) => ({
    ...one,
    place: `${one.tenantId} ${findConfigKind(one.kind)?.service ?? one.kind}`,
  }));
  const byHost = Map.groupBy(drifts, ({ host }) => host);
  const byPlace = Map.groupBy(drifts, ({ place }) => place);
  return {
    environment,
    servers: hosts.map((host) => ({ host, ...countDrifts(byHost.get(host)) })),
    places: places.map((one) => ({ ...one, ...countDrifts(byPlace.get(`${one.tenant_id} ${one.service}`)) })),
  };
}

function countDrifts(drifts: readonly { hash: string | null }[] = []): { missing: number; changed: number } {
  const missing = drifts.filter(({ hash }) => hash === null).length;
  return { missing, changed: drifts.length - missing };
}
