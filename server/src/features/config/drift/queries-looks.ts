import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { and, asc, eq, sql } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import { onlyRow, rows, type Database, type Db, type Transaction } from '../../../platform/database/database.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { configDrifts, configLooks, configs, publications } from '../tables.ts';

/** Kinds with their services, as SQL rows. */
const kindRows = sql`(values ${sql.join(
  CONFIG_KINDS.map(({ slug, service }) => sql`(${slug}, ${service})`),
  sql`, `,
)}) as kinds(kind, service)`;

interface LookRow extends ConfigPlace {
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
}

/**
 * Claims never-committed configs of existing tenants whose servers are due to be read, saved or not. Skips those being
 * published.
 */
export function takeUncommitted(db: Database, { now, before, limit }: { now: Date; before: Date; limit: number }) {
  return db.transaction(async (tx) => {
    const due = await rows<LookRow>(
      tx,
      sql`select ${tenantServices.tenantId} as "tenantId", kinds.kind, ${tenantServices.webEnvironmentId} as "webEnvironmentId",
            ${tenantServices.workerEnvironmentId} as "workerEnvironmentId"
          from ${tenantServices}
          join ${kindRows} on kinds.service = ${tenantServices.service}
          join ${tenants} on ${tenants.id} = ${tenantServices.tenantId} and ${notDeleted}
          left join ${configs} on ${configs.tenantId} = ${tenantServices.tenantId} and ${configs.kind} = kinds.kind
          left join ${configLooks} on ${configLooks.tenantId} = ${tenantServices.tenantId} and ${configLooks.kind} = kinds.kind
          where ${configs.committedHash} is null and ${configs.serversDiffer} is not true
            and not exists (select from ${publications} where ${publications.tenantId} = ${tenantServices.tenantId}
              and ${publications.kind} = kinds.kind and ${publications.state} = 'running')
            and (${configLooks.lookedAt} is null or ${configLooks.lookedAt} <= ${before.toISOString()}::timestamptz)
          order by ${configLooks.lookedAt} asc nulls first, ${tenantServices.tenantId} limit ${limit}`,
    );
    if (due.length === 0) return due;
    const looked = due.map(({ tenantId, kind }) => ({ tenant_id: tenantId, kind }));
    await tx.execute(
      sql`insert into ${configLooks} (tenant_id, kind, looked_at)
          select tenant_id, kind, ${now.toISOString()}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(looked)}::jsonb) as looked(tenant_id integer, kind text)
          on conflict (tenant_id, kind) do update set looked_at = excluded.looked_at`,
    );
    return due;
  });
}

/** Servers with a file other than the committed one, with the data of their configs. */
export function listDifferences(db: Db, limit: number) {
  return db
    .select({
      tenantId: configDrifts.tenantId,
      tenantName: tenants.name,
      kind: configDrifts.kind,
      host: configDrifts.host,
      hash: configDrifts.hash,
      foundAt: configDrifts.foundAt,
      revision: configs.revision,
      committedRevision: configs.committedRevision,
    })
    .from(configDrifts)
    .innerJoin(tenants, and(eq(tenants.id, configDrifts.tenantId), notDeleted))
    .leftJoin(configs, and(eq(configs.tenantId, configDrifts.tenantId), eq(configs.kind, configDrifts.kind)))
    .where(
      sql`exists (select from ${tenantServices} join ${kindRows} on kinds.service = ${tenantServices.service}
        where ${tenantServices.tenantId} = ${configDrifts.tenantId} and kinds.kind = ${configDrifts.kind})`,
    )
    .orderBy(asc(tenants.name), asc(configDrifts.tenantId), asc(configDrifts.kind), asc(configDrifts.host))
    .limit(limit);
}

/** The last readings of a config's servers. */
interface AllRead extends ConfigPlace {
  committedHash: string | null;
  allRead: boolean;
}

/** Stores whether every server could be read, except of configs that are locked by others. Returns whether anything changed. */
export async function setAllRead(db: Transaction, read: readonly AllRead[]): Promise<boolean> {
  let changes = 0;
  for (const table of [configs, configLooks]) {
    const ofTable = read.filter(({ committedHash }) => (committedHash === null) === (table === configLooks));
    const list = JSON.stringify(
      ofTable.map(({ tenantId, kind, allRead }) => ({ tenant_id: tenantId, kind, all_read: allRead })),
    );
    const changed = await rows(
      db,
      sql`update ${table} set all_read = free.all_read
          from (select own.tenant_id, own.kind, read.all_read from ${table} own
            join json_to_recordset(${list}::json) as read(tenant_id integer, kind text, all_read boolean)
              on own.tenant_id = read.tenant_id and own.kind = read.kind and own.all_read is distinct from read.all_read
            for update of own skip locked) free
          where ${table.tenantId} = free.tenant_id and ${table.kind} = free.kind
          returning 1`,
    );
    changes += changed.length;
  }
  return changes > 0;
}

type ReadingCounts = Record<'same' | 'nothing' | 'unreadable' | 'unread', number>;

/** Counts configs of existing tenants by the last reading of their servers, except those that differ. An interrupted commit counts as unread. */
export async function countReadings(db: Db): Promise<ReadingCounts> {
  const counts = await rows<ReadingCounts>(
    db,
    sql`select count(*) filter (where committed and all_read)::int as same,
          count(*) filter (where not committed and all_read)::int as nothing,
          count(*) filter (where not all_read)::int as unreadable,
          count(*) filter (where all_read is null)::int as unread
        from (select ${configs.committedHash} is not null as committed,
            case when ${configs.serversDiffer} then null when ${configs.committedHash} is null then ${configLooks.allRead} else ${configs.allRead} end as all_read
          from ${tenantServices}
          join ${kindRows} on kinds.service = ${tenantServices.service}
          join ${tenants} on ${tenants.id} = ${tenantServices.tenantId} and ${notDeleted}
          left join ${configs} on ${configs.tenantId} = ${tenantServices.tenantId} and ${configs.kind} = kinds.kind
          left join ${configLooks} on ${configLooks.tenantId} = ${tenantServices.tenantId} and ${configLooks.kind} = kinds.kind
          where not exists (select from ${configDrifts}
            where ${configDrifts.tenantId} = ${tenantServices.tenantId} and ${configDrifts.kind} = kinds.kind)) as found`,
  );
  return onlyRow(counts);
}
