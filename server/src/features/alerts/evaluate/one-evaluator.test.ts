import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCtx, type Ctx } from '../../../platform/context.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { addAlertRule } from '../save-rule.ts';
import { alerts } from '../tables.ts';
import { addSites, downRule, failSite, healSite } from '../testing/alert-fleet.ts';
import { createEvaluator } from './evaluator.ts';
import { acquireEvaluatorLease, isEvaluator, releaseEvaluatorLease, listEvaluatedRules } from './queries-evaluate.ts';
import { NO_VIEWS } from '../view-tenants.ts';
import { writeSteps } from './write-steps.ts';

const t = setUpTestCtx(importSmallInventory);
let site: number;
beforeAll(async () => {
  [site = 0] = await addSites(t, 1, ['one.example']);
  await addAlertRule(t.as({}), downRule());
});
beforeEach(async () => {
  await healSite(t, site);
  await t.db.execute(sql`truncate alerts, alert_evaluator cascade`);
});

const holds = async (me: string): Promise<boolean> => (await acquireEvaluatorLease(t.db, me)) !== null;
const leaseEnds = () => t.db.execute(sql`update alert_evaluator set until = now() - interval '1 s'`);
const as = (processId: string): Ctx => ({ ...systemCtx(t, 'alerts'), processId });

describe('the evaluator', () => {
  it('is a single process, until its lease expires or it leaves', async () => {
    expect([await holds('one'), await holds('two'), await holds('one')]).toEqual([true, false, true]);
    await releaseEvaluatorLease(t.db, 'two');
    expect(await holds('two')).toBe(false);
    await releaseEvaluatorLease(t.db, 'one');
    expect([await holds('two'), await holds('one')]).toEqual([true, false]);
    await leaseEnds();
    expect([await holds('one'), await holds('two')]).toEqual([true, false]);
  });

  it('stores nothing once another process has taken over', async () => {
    const [rule] = await listEvaluatedRules(t.db);
    if (!rule) throw new Error('There is no rule.');
    const group = { cause: 'site', title: 'Site down', problems: [] };
    const planned = [{ ruleId: rule.id, steps: [{ kind: 'open', group, event: 'opened' } as const] }];
    const writing = { planned, expired: [], listed: NO_VIEWS, rules: new Map([[rule.id, rule]]), now: t.clock.now() };
    await holds('two');
    expect(await writeSteps(as('one'), writing)).toBeNull();
    expect(await t.db.$count(alerts)).toBe(0);
    expect(await writeSteps(as('two'), writing)).toHaveLength(1);
  });

  it('cannot be replaced while it writes', async () => {
    await holds('one');
    await leaseEnds();
    let taken: Promise<boolean> | undefined;
    let isTaken = false;
    await t.db.transaction(async (tx) => {
      expect(await isEvaluator(tx, 'one')).toBe(true);
      taken = holds('two').finally(() => (isTaken = true));
      for (let look = 0; look < 50; look += 1) await tx.execute(sql`select 1`);
      expect(isTaken).toBe(false);
    });
    expect(await taken).toBe(true);
  });

  it('retries an alert that it could not store', async () => {
    const ctx = as('one');
    let fails = false;
    const db = new Proxy(ctx.db, {
      get(target, name) {
        if (name === 'transaction' && fails) return () => Promise.reject(new Error('The database is away.'));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const evaluator = createEvaluator({ ...ctx, db });
    await evaluator.step();
    await failSite(t, site);
    t.clock.advance(2_000);
    await evaluator.step();
    t.clock.advance(22_000);
    fails = true;
    await expect(evaluator.step()).rejects.toThrow('The database is away.');
    fails = false;
    await evaluator.step();
    t.clock.advance(22_000);
    await evaluator.step();
    expect(await t.db.$count(alerts)).toBe(1);
  });
});
