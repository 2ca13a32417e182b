import { Client } from 'pg';

/** Copies of a tenant and of the rows that belong to it; unique texts get the number of the copy. */
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
];

/** Grows a fleet of `tenants` to about `times` as many by copies in the database; generating them would take minutes. */
export async function multiplyFleet(databaseUrl: string, tenants: number, times: number, from = 1): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const copy of COPIES) await client.query(copy, [tenants, from, times - 1]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
