import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { and, asc, eq, sql } from 'drizzle-orm';
import { isLiving } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import { rows, type Database, type Db } from '../../../platform/database/database.ts';
import { configDrifts, configLooks, configs, publications } from '../tables.ts';

/** Kinds with their services, as SQL rows. */
const kindRows = sql`(values ${sql.join(
  CONFIG_KINDS.map(({ slug, service }) => sql`(${slug}, ${service})`),
  sql`, `,
)}) as kinds(kind, service)`;

interface LookRow {
  tenantId: number;
  kind: ConfigKindSlug;
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
}

/**
 * Claims never-committed configs of living tenants whose servers are due to be read, saved or not. Skips those being
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
          join ${tenants} on ${tenants.id} = ${tenantServices.tenantId} and ${isLiving}
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
    .innerJoin(tenants, and(eq(tenants.id, configDrifts.tenantId), isLiving))
    .leftJoin(configs, and(eq(configs.tenantId, configDrifts.tenantId), eq(configs.kind, configDrifts.kind)))
    .where(
      sql`exists (select from ${tenantServices} join ${kindRows} on kinds.service = ${tenantServices.service}
        where ${tenantServices.tenantId} = ${configDrifts.tenantId} and kinds.kind = ${configDrifts.kind})`,
    )
    .orderBy(asc(tenants.name), asc(configDrifts.tenantId), asc(configDrifts.kind), asc(configDrifts.host))
    .limit(limit);
}

/** Counts configs of living tenants by the last reading of their servers, except those that differ. */
export async function countReadings(db: Db): Promise<{ same: number; nothing: number; unread: number }> {
  const [counts] = await rows<{ same: number; nothing: number; unread: number }>(
    db,
    sql`select count(*) filter (where ${configs.committedHash} is not null and ${configs.checkedAt} is not null)::int as same,
          count(*) filter (where ${configs.committedHash} is null and ${configLooks.lookedAt} is not null)::int as nothing,
          count(*) filter (where (case when ${configs.committedHash} is null then ${configLooks.lookedAt}
            else ${configs.checkedAt} end) is null)::int as unread
        from ${tenantServices}
        join ${kindRows} on kinds.service = ${tenantServices.service}
        join ${tenants} on ${tenants.id} = ${tenantServices.tenantId} and ${isLiving}
        left join ${configs} on ${configs.tenantId} = ${tenantServices.tenantId} and ${configs.kind} = kinds.kind
        left join ${configLooks} on ${configLooks.tenantId} = ${tenantServices.tenantId} and ${configLooks.kind} = kinds.kind
        where not exists (select from ${configDrifts}
          where ${configDrifts.tenantId} = ${tenantServices.tenantId} and ${configDrifts.kind} = kinds.kind)`,
  );
  return counts ?? { same: 0, nothing: 0, unread: 0 };
}
