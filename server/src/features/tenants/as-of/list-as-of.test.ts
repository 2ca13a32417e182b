import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { compareNames } from '@mission-control/contract/tenants/rules';
import { sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { accounts, databaseHosts, environments, regions, tenants, tenantServices } from '../../../fleet/tables.ts';
import { rows } from '../../../platform/database/database.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { configItems } from '../../config/public.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { releaseTargets } from '../../releases/public.ts';
import { createTenant } from '../create-tenant.ts';
import { deleteTenant } from '../delete-tenant.ts';
import { listTenantsAt } from './list-as-of.ts';
import { beginHistory, forgetHistory } from './queries-as-of.ts';
import { readTenantRows, toRow, type ListService } from '../queries-list.ts';
import { restoreTenant } from '../restore-tenant.ts';

const t = setUpTestCtx(importSmallInventory);
beforeAll(() => {
  // History uses the database clock.
  t.clock.set('2099-01-01T00:00:00Z');
});
beforeEach(async () => {
  await t.db.execute(sql`delete from fleet_history_start`);
  await beginHistory(t.db);
});

const databaseTime = async (): Promise<Date> => {
  // Whole milliseconds: the precision of a Date and of the call's URL.
  await t.db.execute(sql`select pg_sleep(0.002)`);
  const [now] = await rows<{ at: string }>(t.db, sql`select date_trunc('milliseconds', clock_timestamp()) as at`);
  await t.db.execute(sql`select pg_sleep(0.002)`);
  return new Date(now?.at ?? '');
};
async function listed(): Promise<TenantRow[]> {
  const all: TenantRow[] = [];
  for await (const part of readTenantRows(t.db, null)) all.push(...part);
  return all.toSorted((a, b) => compareNames(a.tenant_name, b.tenant_name));
}
const anyTenant = sql`(select id from ${tenants} order by random() limit 1)`;
// All of them may be deleted by then.
const hasTenants = sql`exists (select from ${tenants})`;
const anyOf = (table: SQL) => sql`(select id from ${table} order by random() limit 1)`;
const text = fc.stringMatching(/^[a-z]{1,6}$/);
const write = (statement: (value: string) => SQL) => text.map((value) => () => t.db.execute(statement(value)));

/** Writes to every kind of row, and calls as users make them. */
const step = fc.oneof(
  write((value) => sql`update ${tenants} set name = ${value} || id, name_key = ${value} || id where id = ${anyTenant}`),
  write((value) => sql`update ${tenants} set active = not active, deployment_group = ${value}`),
  write(() => sql`update ${tenants} set deployment_group = 'staging', total_members = 7 where id = ${anyTenant}`),
  write((value) => sql`update ${tenants} set licence_expires = ${value}, total_members = null where id = ${anyTenant}`),
  write(() => sql`update ${tenants} set account_id = ${anyOf(sql`${accounts}`)} where id = ${anyTenant}`),
  write(() => sql`delete from ${tenants} where id = ${anyTenant}`),
  write(
    (value) => sql`update ${tenantServices} set version = ${value}, cron = not cron where tenant_id = ${anyTenant}`,
  ),
  write(() => sql`update ${tenantServices} set web_environment_id = ${anyOf(sql`${environments}`)}, bridge = null`),
  write(() => sql`delete from ${tenantServices} where tenant_id = ${anyTenant}`),
  write(
    () =>
      sql`insert into ${tenantServices} (tenant_id, service) select ${anyTenant}, 'coursepro' where ${hasTenants}
        on conflict do nothing`,
  ),
  write((value) => sql`update ${environments} set name = ${value} || id where id = ${anyOf(sql`${environments}`)}`),
  write((value) => sql`update ${accounts} set trading_name = ${value}`),
  write((value) => sql`update ${regions} set name = ${value} || id`),
  write((value) => sql`update ${databaseHosts} set label = ${value}`),
  write(
    (value) => sql`insert into ${releaseTargets} (service, env, version) values ('coursepro', 'staging', ${value})
      on conflict (service, env) do update set version = excluded.version`,
  ),
  write(
    (value) => sql`insert into ${configItems} (tenant_id, kind, key, value, type, revision)
      select ${anyTenant}, 'licence', 'expires', ${value}, 1, 1 where ${hasTenants}
      on conflict (tenant_id, kind, key) do update set value = excluded.value`,
  ),
  write(() => sql`update ${configItems} set value = '' where kind = 'licence'`),
  write(() => sql`delete from ${configItems} where tenant_id = ${anyTenant}`),
  text.map((value) => async () => {
    const { id } = await createTenant(t, { tenant: `${value} ${t.random.uuid()}`, region: 1, account: 1 });
    await deleteTenant(t, id);
    await restoreTenant(t, id);
  }),
  fc.constant(async () => {
    const [one] = await listed();
    if (one) await deleteTenant(t, one._id);
  }),
);

it('equals the list of that time at every moment of any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const moments = [{ at: await databaseTime(), rows: await listed() }];
      for (const run of steps) {
        await run();
        moments.push({ at: await databaseTime(), rows: await listed() });
      }
      for (const { at, rows: then } of moments) expect((await listTenantsAt(t, at)).tenants).toEqual(then);
    }),
    { numRuns: 15 },
  );
});

it('refuses a future time, one before the start of history, and any time while no history is kept', async () => {
  const at = await databaseTime();
  await expect(listTenantsAt(t, new Date('2100-01-01'))).rejects.toThrow('This time is in the future.');
  await expect(listTenantsAt(t, new Date('2020-01-01'))).rejects.toThrow(
    /^History is kept since 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Choose a later time/,
  );
  await t.db.execute(sql`delete from fleet_history_start`);
  await expect(listTenantsAt(t, at)).rejects.toThrow('No history is kept yet.');
});

it('drops everything before the retention limit, and keeps everything after it', async () => {
  await t.db.execute(sql`update ${accounts} set trading_name = 'before'`);
  const between = await databaseTime();
  const then = await listed();
  await t.db.execute(sql`update ${accounts} set trading_name = 'after'`);
  await forgetHistory(t.db, between);
  const { tenants: seen, since } = await listTenantsAt(t, between);
  expect(seen).toEqual(then);
  expect(since).toBe(between.toISOString());
  expect(await rows(t.db, sql`select from fleet_history where until <= ${between.toISOString()}`)).toEqual([]);
});

it('is the same for the same environments, in whichever order the services were read', () => {
  const head = {
    id: 1,
    name: 'Abbey',
    account: 'Abbey Ltd',
    region: 'uk',
    active: true,
    deploymentGroup: '',
    licenceExpires: null,
    totalMembers: null,
    deployed: null,
  };
  const none = {
    cron: true,
    version: null,
    dbVersion: null,
    bridge: null,
    hostLabel: null,
    webName: null,
    snsId: null,
  };
  const services: [string, ListService][] = [
    ['coursepro', { ...none, webId: 10, workerId: 2 }],
    ['insight', { ...none, webId: 1, workerId: 10 }],
  ];
  const row = toRow(head, new Map(services));
  expect(row.environment_ids).toEqual([1, 2, 10]);
  expect(toRow(head, new Map(services.toReversed()))).toEqual(row);
});
