import type { ControlledServer, TenantControl } from '@mission-control/contract/control/schema';
import { noTenant, requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { findControlFacts, type Confirmation } from './queries.ts';
import { publishControlFile, wantedOf } from './publish-control-file.ts';

/** What a tenant's servers have confirmed. @throws AppError('not_found') */
export async function getControl(ctx: Ctx, tenantId: number): Promise<TenantControl> {
  const facts = await findControlFacts(ctx.db, tenantId);
  if (!facts || facts.deletedAt) throw noTenant(tenantId);
  const { services, confirmations, ends } = facts;
  const wanted = wantedOf({ tenantId, facts, servers: facts.servers }, ctx.clock.now());
  const endOf = (service: string, name: string) => {
    const end = ends.find((row) => row.service === service && row.name === name);
    return end && { until: end.until.toISOString(), set_by: end.setBy };
  };
  return {
    services: services.map(({ service }) => ({
      service,
      servers: wanted
        .filter((file) => file.service === service)
        .map(({ host, file }) =>
          standingOf(
            host,
            file?.sha256,
            confirmations.find((row) => row.service === service && row.host === host),
          ),
        ),
      ends: { cron: endOf(service, 'cron'), maintenance: endOf(service, 'maintenance') },
    })),
    active_end: endOf('', 'active') ?? null,
  };
}

function standingOf(host: string, sha256: string | undefined, row: Confirmation | undefined): ControlledServer {
  if (!row) return { host, state: 'untold', since: null, error: null };
  if (row.error !== null)
    return { host, state: 'failed', since: row.failedAt?.toISOString() ?? null, error: row.error };
  if (row.sha256 !== sha256) return { host, state: 'waiting', since: null, error: null };
  return { host, state: 'confirmed', since: row.confirmedAt?.toISOString() ?? null, error: null };
}

/** Writes the control files now. Idempotent. @throws AppError('not_found') */
export async function sendControl(ctx: Ctx, tenantId: number): Promise<TenantControl> {
  await requireTenant(ctx.db, tenantId);
  await publishControlFile(ctx, tenantId);
  return getControl(ctx, tenantId);
}
