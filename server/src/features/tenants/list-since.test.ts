import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { ROW_TOPIC, TOPIC } from '@mission-control/contract/topics';
import { and, eq, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { changeTenants, storeTotals } from '../../fleet/queries-tenants.ts';
import { environments, tenants, tenantServices } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { changedRowsReader } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import { refreshTenants, listTenants } from './get-tenant.ts';
import { mergeTenants } from '@mission-control/contract/tenants/rules';
import { restoreTenant } from './restore-tenant.ts';

const t = setUpTestCtx(importSmallInventory);
/** Two server processes on one database, each with its own cached list. */
let processes: Ctx[];
/** An environment that appears in the list. */
let webEnvironment: number;

beforeAll(async () => {
  processes = [t, anotherProcess()];
  const [web] = await t.db
    .select({ id: tenantServices.webEnvironmentId })
    .from(tenantServices)
    .where(and(eq(tenantServices.service, 'coursepro'), isNotNull(tenantServices.webEnvironmentId)));
  webEnvironment = web?.id ?? 0;
});

const anotherProcess = (): Ctx => ({ ...t.as({}), db: Object.create(t.db) as Ctx['db'] });

interface Answer {
  tenants: TenantRow[];
  gone?: number[];
  version: string;
}

async function read(ctx: Ctx, since?: string): Promise<Answer> {
  const cached = await listTenants(ctx, since);
  const text = cached.json.toString();
  expect(gunzipSync(await cached.gzip()).toString()).toBe(text);
  return JSON.parse(text) as Answer;
}

const CHANGES = ['group', 'rename', 'members', 'remove', 'restore', 'create', 'environment', 'nothing'] as const;

/** Changes a tenant or the fleet as the console does. Does nothing if the change is not possible now. */
async function change(ctx: Ctx, kind: (typeof CHANGES)[number], id: number, text: string): Promise<void> {
  const by = { at: ctx.clock.now(), name: 'test' };
  const topics = [TOPIC.tenants, TOPIC.tenant(id)];
  const tenant = { action: 'tenant.updated', subject: `tenant ${id}`, tenantId: id, topics };
  switch (kind) {
    case 'group':
    case 'rename':
    case 'nothing':
      return inTransaction(ctx, async ({ db, record }) => {
        const set = { group: { deploymentGroup: text }, rename: { name: text, nameKey: `${text} ${id}` }, nothing: {} };
        await changeTenants(db, [id], by, set[kind]);
        record(tenant);
      });
    case 'members':
      return inUnauditedTransaction(ctx, async ({ db, changed }) => {
        const counted = await storeTotals(db, [{ id, members: text.length, centres: null }]);
        if (counted.length > 0) changed(TOPIC.tenants, ...counted.map((one) => ROW_TOPIC.tenant(one)));
      });
    case 'environment':
      return inUnauditedTransaction(ctx, async ({ db, changed }) => {
        await db
          .update(environments)
          .set({ name: `web ${text}` })
          .where(eq(environments.id, webEnvironment));
        changed(TOPIC.tenants, TOPIC.environments);
      });
    case 'remove':
      return void (await deleteTenant(ctx, id).catch(() => undefined));
    case 'restore':
      return void (await restoreTenant(ctx, id).catch(() => undefined));
    case 'create':
      return void (await createTenant(ctx, { tenant: text, region: 1, account: 1 }).catch(() => undefined));
  }
}

it('after any changes, applying the rows since a version yields the whole list, in either of two processes', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...CHANGES),
    id: fc.integer({ min: 1, max: 6 }),
    text: fc.constantFrom('Abbey 2', 'abbey 10', 'Ábbey 2', 'Zoo', 'live', 'dev'),
    process: fc.nat(1),
    reader: fc.option(fc.nat(1), { nil: undefined }),
    /** Whether the other process reads the list, too. */
    both: fc.boolean(),
  });
  const followed = { whole: 0, since: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      let seen = await read(t);
      for (const { kind, id, text, process, reader, both } of steps) {
        await change(processes[process] ?? t, kind, id, text);
        if (reader === undefined) continue;
        const answer = await read(processes[reader] ?? t, seen.version);
        followed[answer.gone ? 'since' : 'whole'] += 1;
        seen = mergeTenants(seen, answer);
        const whole = await read(anotherProcess());
        expect(seen.tenants).toEqual(whole.tenants);
        const other = both ? await read(processes[1 - reader] ?? t) : whole;
        expect(other.tenants).toEqual(whole.tenants);
      }
    }),
    { numRuns: 25, seed: 18 },
  );
  expect(followed.since).toBeGreaterThan(10);
  expect(followed.whole).toBeGreaterThan(0);
}, 120_000);

it('names a row that changed and changed back to a reader that saw the change in the other process', async () => {
  const [one, other] = processes as [Ctx, Ctx];
  await change(t, 'group', 1, 'before');
  await read(one);
  const before = await read(other);
  await change(t, 'group', 1, 'between');
  const between = mergeTenants(before, await read(other, before.version));
  await change(t, 'group', 1, 'before');
  const answer = await read(one, between.version);
  expect(answer.gone).toEqual([]);
  expect(mergeTenants(between, answer).tenants).toEqual(before.tenants);
});

it('returns the whole list for a version that is unknown or older than the process', async () => {
  const { version } = await read(t);
  for (const unknown of ['', 'x', '-1', '1e9', String(Number(version) + 1_000), '0']) {
    expect((await read(t, unknown)).gone).toBeUndefined();
  }
  expect((await read(t, version)).gone).toEqual([]);
  await change(t, 'group', 2, 'before the start');
  expect((await read(anotherProcess(), version)).gone).toBeUndefined();
});

it('picks up changes made outside the console after a refresh, in the other process too', async () => {
  const [one, other] = processes as [Ctx, Ctx];
  const { version } = await read(other);
  await t.db.update(tenants).set({ deploymentGroup: 'changed outside' });
  await refreshTenants(one);
  const seen = await read(other, version);
  expect(JSON.stringify(seen)).toContain('changed outside');
});

it('names the rows that a change affects, or all rows if the change names none', async () => {
  const reader = changedRowsReader(t.db);
  const { version } = await reader(TOPIC.tenants, 0);
  await change(t, 'group', 2, 'one of them');
  await change(t, 'members', 3, 'of a report of which many were stored');
  expect(await reader(TOPIC.tenants, version)).toEqual({ version: version + 2, ids: [2, 3] });
  await change(t, 'environment', 1, 'shown in many rows');
  expect(await reader(TOPIC.tenants, version)).toEqual({ version: version + 3, ids: null });
  expect(await reader(TOPIC.tenants, version + 3)).toEqual({ version: version + 3, ids: [] });
});
