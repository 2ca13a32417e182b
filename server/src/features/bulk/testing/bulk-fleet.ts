import type { BulkAction, BulkStages } from '@mission-control/contract/bulk/schema';
import { bulkStages } from '@mission-control/contract/bulk/schema';
import { asc, eq } from 'drizzle-orm';
import type { Ctx, Services } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { bulkFeature } from '../feature.ts';
import { previewBulk } from '../preview-bulk.ts';
import { getBulk, listBulkRows, startBulk } from '../start-bulk.ts';
import { createUser } from '../../auth/public.ts';
import { configItems } from '../../config/public.ts';

/** An operator with an account, which the work looks up. */
export async function addOperator(t: TestCtx): Promise<Ctx> {
  const { id, name } = await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'operator' });
  return t.as({ id, name, role: 'operator' });
}

/** Previews an action and starts it on all tenants that it would change. Returns the id. */
export async function start(
  ctx: Ctx,
  action: BulkAction,
  tenants?: number[],
  stages: Partial<BulkStages> = {},
): Promise<number> {
  const { rows } = await previewBulk(ctx, { action, tenants });
  const chosen = rows.filter(({ check }) => check === 'change').map(({ tenant_id: id, seen }) => ({ id, seen }));
  return startChosen(ctx, action, chosen, stages);
}

export async function startChosen(
  ctx: Ctx,
  action: BulkAction,
  tenants: { id: number; seen?: string }[],
  stages: Partial<BulkStages> = {},
): Promise<number> {
  const body = { key: ctx.random.uuid(), action, tenants, stages: bulkStages.parse(stages) };
  return (await startBulk(ctx, { body })).bulk.id;
}

/** Runs due jobs of bulk changes (by the test's clock), as a worker would. */
export async function work(t: TestCtx, services: Services = t): Promise<void> {
  const kinds = bulkFeature.jobs(services);
  for (let round = 0; round < 200; round += 1) {
    const due = t.sent.filter(({ name, at }) => name.startsWith('bulk.') && (!at || at <= t.clock.now()));
    if (due.length === 0) return;
    t.sent.splice(0, t.sent.length, ...t.sent.filter((job) => !due.includes(job)));
    for (const job of due) await kinds.find(({ name }) => name === job.name)?.run(job.data);
  }
  throw new Error('The jobs keep sending each other forever.');
}

/** State of each tenant by id, with the reason if there is one. */
export async function outcomes(ctx: Ctx, id: number): Promise<Record<number, string>> {
  const { rows } = await listBulkRows(ctx, id);
  return Object.fromEntries(
    rows.map(({ tenant_id, state, reason }) => [tenant_id, reason === null ? state : `${state}: ${reason}`]),
  );
}

export const stateOf = async (ctx: Ctx, id: number): Promise<string> => (await getBulk(ctx, id)).bulk.state;

/** The saved settings of a tenant as text, secrets as ciphertext. */
export async function settingsOf(t: TestCtx, tenantId: number, open = (value: string) => value) {
  const items = await t.db
    .select()
    .from(configItems)
    .where(eq(configItems.tenantId, tenantId))
    .orderBy(asc(configItems.kind), asc(configItems.key));
  return items.map(({ kind, key, value, secret }) => `${kind}.${key}=${secret ? '(secret)' : open(value)}`);
}
