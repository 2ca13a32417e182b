import { Client } from 'pg';

/** Statements that copy a tenant and its rows; unique texts get the number of the copy. */
const COPIES = [
  `insert into tenants (id, name, name_key, region_id, account_id, active, staging, deployment_group, log_level, total_members,
     total_centres, licence_expires, updated_at, updated_by)
   select id + k * $1, name || ' ' || k, name_key || ' ' || k, region_id, account_id, active, staging, deployment_group, log_level,
     total_members, total_centres, licence_expires, updated_at, updated_by
   from tenants, generate_series($2::int, $3::int) as k where id <= $1 and deleted_at is null`,
  `insert into tenant_services
   select tenant_id + k * $1, service, cron, maintenance, web_environment_id, worker_environment_id, sns_environment_id, certificate_id,
     database_host_id, bridge, tenant_services.version, db_version
   from tenant_services join tenants on tenants.id = tenant_id, generate_series($2::int, $3::int) as k
   where tenant_id <= $1 and deleted_at is null`,
  `insert into domains (tenant_id, service, host, is_primary, has_whitelist)
   select tenant_id + k * $1, service, k || '-' || host, is_primary, has_whitelist
   from domains join tenants on tenants.id = tenant_id, generate_series($2::int, $3::int) as k
   where tenant_id <= $1 and deleted_at is null`,
  `insert into config_items (tenant_id, kind, key, value, type, state, revision, secret)
   select tenant_id + k * $1, kind, key, value, type, state, revision, secret
   from config_items join tenants on tenants.id = tenant_id, generate_series($2::int, $3::int) as k
   where tenant_id <= $1 and deleted_at is null and kind = 'coursepro'`,
  `insert into cron_reports (tenant_id, environment_id, created, cron_tasks, tasks, failed)
   select tenant_id, web_environment_id, now(), '[]', '[]', '[]' from tenant_services
   where service = 'coursepro' and web_environment_id is not null on conflict do nothing`,
];

/** A monitor with a month of history for each domain. */
const MONITORS = [
  `insert into monitors (tenant_id, service, host, created_at, last_check, last_online, last_offline, response_ms)
   select tenant_id, service, host, now() - interval '40 days', now(), now(), now() - interval '20 days', 80 + id % 300 from domains
   on conflict do nothing`,
  `insert into monitor_summaries (monitor_id, days, hours)
   select id, (select jsonb_agg(jsonb_build_array(extract(epoch from now())::int / 86400 - day, 4320, (day + id) % 7, 400000))
       from generate_series(0, 29) as day),
     (select jsonb_agg(jsonb_build_array(extract(epoch from now())::int / 3600 - hour, 180, (hour + id) % 2, 18000))
       from generate_series(0, 23) as hour)
   from monitors on conflict do nothing`,
];

/**
 * Grows a fleet of `tenants` to about `times` as many by copies in the database; generating them would take minutes.
 * The monitors of 100,000 tenants would fill gigabytes.
 */
export async function multiplyFleet(
  databaseUrl: string,
  tenants: number,
  times: number,
  { from = 1, monitors = false } = {},
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const copy of [...COPIES, ...(monitors ? MONITORS : [])])
      await client.query(copy, copy.includes('$1') ? [tenants, from, times - 1] : []);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
