import type { AttentionFacts } from '@mission-control/contract/attention/rules';
import { sql, type Column, type SQL } from 'drizzle-orm';
import { tenantServices } from '../../../fleet/tables.ts';
import { configDrifts, configRevisions, configs } from '../tables.ts';
import { hasService } from './queries-states.ts';

/** Configs of the tenant's services. */
const ofServices = (tenantId: Column, joined = sql``): SQL => sql`${configs}
  join ${tenantServices} on ${hasService}
  ${joined} where ${configs.tenantId} = ${tenantId}`;

const driftOf = sql`cross join lateral (
  select count(*)::int as hosts, min(${configDrifts.foundAt}) as since from ${configDrifts}
  where ${configDrifts.tenantId} = ${configs.tenantId} and ${configDrifts.kind} = ${configs.kind}) drift`;

const noList = sql`'[]'::json`;

/** The committed configs whose servers have a different file, as a column of a query over tenants. */
export const differencesOfTenant = (tenantId: Column) => sql<AttentionFacts['drifts']>`(
  select coalesce(json_agg(json_build_object('kind', found.kind, 'hosts', found.hosts, 'since', found.since) order by found.kind), ${noList})
  from (
    select ${configs.kind} as kind, drift.hosts, drift.since
    from ${ofServices(tenantId, driftOf)} and ${configs.committedHash} is not null and (drift.hosts > 0 or ${configs.serversDiffer})
  ) found)`;

/** The configs with uncommitted changes, and the time of the first one, as a column of a query over tenants. */
export const waitingOfTenant = (tenantId: Column) => sql<AttentionFacts['changes']>`(
  select coalesce(json_agg(json_build_object('kind', ${configs.kind}, 'since', coalesce((
      select ${configRevisions.at} from ${configRevisions}
      where ${configRevisions.tenantId} = ${configs.tenantId} and ${configRevisions.kind} = ${configs.kind}
        and ${configRevisions.number} > coalesce(${configs.committedRevision}, 0)
      order by ${configRevisions.number} limit 1), ${configs.savedAt})) order by ${configs.kind}), ${noList})
  from ${ofServices(tenantId)} and ${configs.hash} is not null and ${configs.savedAt} is not null
    and ${configs.hash} is distinct from ${configs.committedHash})`;
