import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { systemCtx, type Ctx } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { TOPIC } from '@mission-control/contract/topics';
import { createUser } from '../auth/public.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { changeView, deleteView, saveView } from '../views/public.ts';
import { createEvaluator, type Evaluator } from './evaluate/evaluator.ts';
import { listAlerts } from './list-alerts.ts';
import { previewAlertRule } from './preview-rule.ts';
import { addAlertRule, deleteAlertRule, listAlertRules, saveAlertRule } from './save-rule.ts';
import { addSites, downRule, failSite, healSite } from './testing/alert-fleet.ts';

const t = setUpTestCtx(importSmallInventory);
let evaluator: Evaluator;
/** Of tenants 1 and 2. */
let sites: number[];
let amelia: Ctx;
beforeAll(async () => {
  sites = [...(await addSites(t, 1, ['one.example'])), ...(await addSites(t, 2, ['two.example']))];
  const { id } = await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'admin' });
  amelia = t.as({ name: 'amelia.hart', role: 'admin', id });
});
beforeEach(async () => {
  t.clock.set('2026-11-21T09:00:00.000Z');
  await t.db.execute(
    sql`truncate alerts, alert_rules, alert_evaluator, view_uses, saved_views restart identity cascade`,
  );
  await regroup('live', 1);
  await regroup('staging', 2);
  for (const id of sites) await healSite(t, id);
  evaluator = createEvaluator(systemCtx(t, 'alerts'));
});

const regroup = (group: string, id: number) =>
  inUnauditedTransaction(t, async ({ db, changed }) => {
    await db.update(tenants).set({ deploymentGroup: group }).where(eq(tenants.id, id));
    changed(TOPIC.tenants);
  });
const view = (more: object = {}) =>
  saveView(amelia, { page: 'tenants', name: 'Staging', search: 'group=staging&sort=-name', shared: true, ...more });
const byView = (id: number, tenantIds: number[] = []) =>
  downRule({ scope: { regions: [], environments: [], tenants: tenantIds, views: [id] } });
/** Evaluates every 2 s for long enough that alerts open and views are reloaded. */
async function settle(): Promise<void> {
  for (let at = 0; at < 50; at += 2) {
    t.clock.advance(2_000);
    await evaluator.step();
  }
}
const open = async () =>
  (await listAlerts(amelia, { query: { state: 'open' } })).alerts.map(({ members }) =>
    members.filter(({ ended_at }) => ended_at === null).map(({ tenant_id }) => tenant_id),
  );

it('applies to the tenants that the view currently lists', async () => {
  const { _id: id, name, revision } = await view();
  await addAlertRule(amelia, byView(id));
  for (const site of sites) await failSite(t, site);
  await settle();
  expect(await open()).toEqual([[2]]);
  await regroup('staging', 1);
  await settle();
  expect((await open()).flat().toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2]);
  await regroup('live', 2);
  await settle();
  expect(await open()).toEqual([[1]]);
  // The view itself may change, too.
  await changeView(amelia, id, { name, search: 'group=live', shared: true, revision });
  await settle();
  expect(await open()).toEqual([[2]]);
});

it('combines with the other lists, also in the preview', async () => {
  const { _id: id } = await view();
  await addAlertRule(amelia, byView(id, [1]));
  for (const site of sites) await failSite(t, site);
  await settle();
  expect(await open()).toEqual([]);
  const found = async (tenantIds: number[]) => {
    const { count, now_count: now } = await previewAlertRule(amelia, byView(id, tenantIds));
    return [count, now];
  };
  expect(await found([1])).toEqual([0, 0]);
  expect(await found([])).toEqual([1, 1]);
});

it('keeps its view shared, followable and undeletable as long as the rule exists', async () => {
  const { _id: id, name, search, revision } = await view();
  const rule = await addAlertRule(amelia, byView(id));
  const change = (part: object) => changeView(amelia, id, { name, search, shared: true, revision, ...part });
  await expect(deleteView(amelia, id)).rejects.toThrow('This view is used by the rule Sites. Change that first.');
  await expect(change({ shared: false })).rejects.toThrow('stays shared: it is used by the rule Sites');
  await expect(change({ search: 'attention=any' })).rejects.toThrow('cannot follow it');
  await change({ name: 'Test' });
  await saveAlertRule(amelia, rule.id, downRule());
  await deleteView(amelia, id);
  const other = await view();
  const second = await addAlertRule(amelia, byView(other._id));
  await deleteAlertRule(amelia, second.id);
  await deleteView(amelia, other._id);
});

it.each([
  ['is private', { shared: false }, 'Share the view'],
  ['belongs to another page', { page: 'monitors' as const, search: '' }, 'cannot be followed'],
  ['shows an earlier time', { search: 'at=2026-11-01T00:00:00Z' }, 'cannot be followed'],
])('refuses a view that %s', async (_why, more, message) => {
  const { _id: id } = await view(more);
  await expect(addAlertRule(amelia, byView(id))).rejects.toThrow(message);
  await expect(addAlertRule(amelia, byView(id + 1))).rejects.toThrow('A view was deleted');
  expect((await listAlertRules(amelia)).rules).toEqual([]);
});
