import { TOPIC } from '@mission-control/contract/topics';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { topicVersionsColumn } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { getTenantDetail, refreshTenants, listTenants } from './get-tenant.ts';

const READS = 2_000;
const TENANTS = 2;

const t = setUpTestCtx(importSmallInventory);
/** Two server processes on one database, each with its own cached list. */
let processes: Ctx[];

beforeAll(() => void (processes = [t, { ...t, db: Object.create(t.db) as Ctx['db'] }]));

interface Row {
  _id: number;
  deployment_group: string;
}

/** A request context, with the topic versions read together with its session. */
async function signedIn(ctx: Ctx): Promise<Ctx> {
  const [seen] = await ctx.db.select({ topicVersions: topicVersionsColumn }).from(sql`(values (1)) as one`);
  return { ...ctx, topicVersions: seen?.topicVersions };
}

/** The last number written to each tenant, according to a process's list. */
async function readNumbers(ctx: Ctx): Promise<Map<number, number>> {
  const { json } = await listTenants(ctx);
  const { tenants } = JSON.parse(json.toString()) as { tenants: Row[] };
  return new Map(tenants.map((row) => [row._id, Number(row.deployment_group)]));
}

async function writeNumber(ctx: Ctx, id: number, number: number): Promise<void> {
  const by = { at: ctx.clock.now(), name: 'test' };
  await inTransaction(ctx, async ({ db, record }) => {
    await changeTenants(db, [id], by, { deploymentGroup: String(number) });
    record({
      action: 'tenant.updated',
      subject: `tenant ${id}`,
      tenantId: id,
      topics: [TOPIC.tenants, TOPIC.tenant(id)],
    });
  });
}

it('the list is never older than a change acknowledged before the request, on either of two processes', async () => {
  const acknowledged = new Map<number, number>();
  for (let id = 1; id <= TENANTS; id += 1) await writeNumber(t, id, 0);
  let reads = 0;
  const stale: string[] = [];
  const steps = fc.sample(fc.tuple(fc.nat(1), fc.nat(9), fc.nat(4)), { numRuns: READS, seed: 11 });
  let nextRead = Promise.withResolvers<void>();
  const next = () => {
    nextRead.resolve();
    nextRead = Promise.withResolvers();
    return steps[(reads += 1) - 1];
  };

  async function reader(): Promise<void> {
    for (let step = next(); step; step = next()) {
      const [process, luck, pause] = step;
      for (let turn = 0; turn < pause; turn += 1) await Promise.resolve();
      const ctx = processes[process] ?? t;
      if (luck === 0) await refreshTenants(ctx);
      const least = new Map(acknowledged);
      const found = await readNumbers(luck % 2 === 0 ? ctx : await signedIn(ctx));
      for (const [id, number] of least) {
        if ((found.get(id) ?? -1) < number) stale.push(`tenant ${id}: ${found.get(id)} after ${number}`);
      }
    }
  }
  async function writer(id: number): Promise<void> {
    for (let number = 1; reads < READS; number += 1) {
      await writeNumber(processes[number % 2] ?? t, id, number);
      acknowledged.set(id, number);
      // One write per several reads, so that writers do not starve readers on a slow machine.
      for (let turn = 0; turn < number % 3 && reads < READS; turn += 1) await nextRead.promise;
      // The tenant itself is not cached, so it is at least as fresh.
      if (number % 50 === 0) expect(Number((await getTenantDetail(t, id)).deployment_group)).toBe(number);
    }
  }
  await Promise.all([reader(), reader(), reader(), reader(), writer(1), writer(2)]);
  expect(stale).toEqual([]);
  for (const number of acknowledged.values()) expect(number).toBeGreaterThan(20);
}, 120_000);
