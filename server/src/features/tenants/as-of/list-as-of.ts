import { ENV_OF_GROUP, TENANTS_RUN } from '@mission-control/contract/releases/catalogue';
import { compareNames } from '@mission-control/contract/tenants/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  findHistoryStart,
  listRowsAt,
  tenantRanges,
  type Ids,
  type KeptRow,
  type ServiceFacts,
  type TenantFacts,
} from './queries-as-of.ts';
import { toRow, type ListService } from '../queries-list.ts';

/**
 * The tenant list as of a time (0122), sorted by name.
 * @throws AppError('bad_request') for a time in the future, or before the start of history
 */
export async function listTenantsAt(ctx: Ctx, at: Date): Promise<{ tenants: TenantRow[]; since: string }> {
  const since = await findHistoryStart(ctx.db);
  if (since === null) throw new AppError('bad_request', 'No history is kept yet.');
  if (at < since)
    throw new AppError('bad_request', `History is kept since ${toMinute(since)}. Choose a later time.`, {
      details: { since: since.toISOString() },
    });
  if (at > ctx.clock.now()) throw new AppError('bad_request', 'This time is in the future. Choose an earlier one.');
  const names = await readNames(ctx.db, at);
  const found: TenantRow[] = [];
  for (const ids of await tenantRanges(ctx.db)) found.push(...(await readChunk(ctx.db, at, ids, names)));
  return { tenants: found.toSorted((a, b) => compareNames(a.tenant_name, b.tenant_name)), since: since.toISOString() };
}

/** The first minute after a time, such as '2026-11-23 09:34 UTC'. */
const toMinute = (time: Date): string =>
  `${new Date(Math.ceil(time.getTime() / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type Names = Awaited<ReturnType<typeof readNames>>;

/** Names that rows refer to. */
async function readNames(db: Db, at: Date) {
  const regions = await listRowsAt<{ name: string }>(db, 'regions', at);
  const accounts = await listRowsAt<{ trading_name: string }>(db, 'accounts', at);
  const environments = await listRowsAt<{ name: string }>(db, 'environments', at);
  const hosts = await listRowsAt<{ label: string }>(db, 'database_hosts', at);
  const targets = await listRowsAt<{ version: string | null }>(db, 'release_targets', at);
  const byId = <Facts>(rows: readonly KeptRow<Facts>[], name: (facts: Facts) => string) =>
    new Map(rows.map(({ id, facts }) => [id, name(facts)]));
  return {
    regions: byId(regions, ({ name }) => name),
    accounts: byId(accounts, ({ trading_name }) => trading_name),
    environments: byId(environments, ({ name }) => name),
    hosts: byId(hosts, ({ label }) => label),
    deployed: new Map(targets.map(({ part, facts }) => [part, facts.version])),
  };
}

async function readChunk(db: Db, at: Date, ids: Ids, names: Names): Promise<TenantRow[]> {
  const heads = await listRowsAt<TenantFacts>(db, 'tenants', at, ids);
  const services = Map.groupBy(await listRowsAt<ServiceFacts>(db, 'tenant_services', at, ids), ({ id }) => id);
  const licences = new Map(
    (await listRowsAt<{ value: string }>(db, 'config_items', at, ids)).map(({ id, facts }) => [id, facts.value]),
  );
  return heads
    .filter(({ facts }) => facts.deleted_at === null)
    .map(({ id, facts }) => {
      const env: string | undefined = ENV_OF_GROUP[facts.deployment_group as keyof typeof ENV_OF_GROUP];
      const head = {
        id,
        name: facts.name,
        account: names.accounts.get(facts.account_id) ?? '',
        region: names.regions.get(facts.region_id) ?? '',
        active: facts.active,
        deploymentGroup: facts.deployment_group,
        licenceExpires: licences.get(id) || facts.licence_expires,
        totalMembers: facts.total_members,
        deployed: names.deployed.get(`${TENANTS_RUN}/${env}`) ?? null,
      };
      const found = services.get(id) ?? [];
      return toRow(head, new Map(found.map(({ part, facts: service }) => [part, toService(service, names)])));
    });
}

const toService = (facts: ServiceFacts, { environments, hosts }: Names): ListService => ({
  cron: facts.cron,
  version: facts.version,
  dbVersion: facts.db_version,
  bridge: facts.bridge,
  hostLabel: facts.database_host_id === null ? null : (hosts.get(facts.database_host_id) ?? null),
  webName: facts.web_environment_id === null ? null : (environments.get(facts.web_environment_id) ?? null),
  webId: facts.web_environment_id,
  workerId: facts.worker_environment_id,
  snsId: facts.sns_environment_id,
});
