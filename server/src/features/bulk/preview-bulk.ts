import { bulkTitle } from '@mission-control/contract/bulk/rules';
import type { BulkAction, BulkPlan, BulkPlanRow } from '@mission-control/contract/bulk/schema';
import { listHosts } from '../../fleet/queries-places.ts';
import { noTenantText } from '../../fleet/queries-tenants.ts';
import { compareKeys } from '../../fleet/tenant-names.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { previewChange, shownSetting } from '../config/public.ts';
import { changeConfig } from './change-config.ts';
import { changeControl } from './change-control.ts';
import { planned, type Change, type ChangeHandler, type Planned, type UndoStates } from './facets.ts';
import { findBulk, listFacts, listRows, type Bulk } from './queries.ts';

/** A request or stored bulk change, resolved. */
export interface Job {
  /** As stored; a retry is replaced by the action that it repeats. */
  action: Exclude<BulkAction, { kind: 'retry' }>;
  /** The change that is made or undone. */
  change: Change;
  /** The states to restore, for an undo. */
  back: UndoStates | null;
  title: string;
  undoOf: number | null;
  retryOf: number | null;
  /** The tenants of an undo or retry; null: the request names them. */
  tenants: readonly number[] | null;
}

export const noBulk = (id: number): AppError => new AppError('not_found', `There is no bulk change ${id}.`);

const secretContext = (key: string): string => `bulk|${key}`;

/** The action with an encrypted value, for storage. */
export const sealAction = (ctx: Ctx, key: string, action: Job['action']): Job['action'] =>
  action.kind === 'setting' ? { ...action, value: ctx.secrets.encrypt(action.value, secretContext(key)) } : action;

const openAction = (ctx: Ctx, { key, action }: Bulk): BulkAction =>
  action.kind === 'setting' ? { ...action, value: ctx.secrets.decrypt(action.value, secretContext(key)) } : action;

/**
 * @param stored the title, if it is stored: making it may take a search through the settings of all tenants
 * @throws AppError('not_found') if the undone or retried bulk change does not exist, AppError('refused') while it is running
 */
export async function jobOf(ctx: Ctx, db: Db, action: BulkAction, stored?: string): Promise<Job> {
  if (action.kind !== 'undo' && action.kind !== 'retry') {
    const title = stored ?? bulkTitle(action, action.kind === 'setting' ? await shownSetting(db, action) : undefined);
    return { action, change: action, back: null, title, undoOf: null, retryOf: null, tenants: null };
  }
  const of = await findBulk(db, action.of);
  if (!of) throw noBulk(action.of);
  if (['running', 'waiting', 'paused'].includes(of.state))
    throw new AppError('refused', `Bulk change ${of.id} is still running. Stop it first, or wait until it ends.`);
  const rows = await listRows(db, of.id);
  const earlier = await jobOf(ctx, db, openAction(ctx, of), of.title);
  if (action.kind === 'retry') {
    const tenants = rows
      .filter(({ state }) => state === 'failed' || state === 'skipped')
      .map(({ tenantId }) => tenantId);
    return { ...earlier, retryOf: of.id, tenants };
  }
  const back: UndoStates = new Map(
    rows.flatMap(({ tenantId, before, after }) => (before && after ? [[tenantId, { before, after }]] : [])),
  );
  const title = stored ?? `Undo: ${of.title}`;
  return { action, change: earlier.change, back, title, undoOf: of.id, retryOf: null, tenants: [...back.keys()] };
}

/** The stored job of a bulk change. An undo reads the states to restore from the bulk change that it undoes. */
export const storedJob = (ctx: Ctx, bulk: Bulk): Promise<Job> => jobOf(ctx, ctx.db, openAction(ctx, bulk), bulk.title);

export const handlerOf = (ctx: Ctx, db: Db, { change, back }: Job): ChangeHandler =>
  'config' in change ? changeConfig(ctx, db, change, back) : changeControl(ctx, db, change, back);

const CHUNK = 500;

/** Plans these tenants, with the servers that would be written to. */
export async function planTenants(ctx: Ctx, job: Job, ids: readonly number[]) {
  const plans = new Map<number, Planned & { hosts: string[] }>();
  const handler = handlerOf(ctx, ctx.db, job);
  for (let from = 0; from < ids.length; from += CHUNK) {
    const found = await handler.plan(ids.slice(from, from + CHUNK));
    const environmentIds = new Set([...found.values()].flatMap((plan) => plan.environmentIds));
    const hostsOf = await listHosts(ctx.db, [...environmentIds]);
    for (const [id, plan] of found) {
      const hosts = [...new Set(plan.environmentIds.flatMap((environment) => hostsOf.get(environment) ?? []))];
      const refused = plan.check === 'change' && plan.publishes && hosts.length === 0;
      plans.set(id, { ...plan, hosts, ...(refused && { check: 'refused', note: NO_SERVER }) });
    }
  }
  return plans;
}

const NO_SERVER = 'There is no server to publish to.';

/** The planned outcome for each tenant, by name; nothing is changed. @throws as `jobOf` */
export async function previewBulk(
  ctx: Ctx,
  { action, tenants }: { action: BulkAction; tenants?: number[] | undefined },
): Promise<BulkPlan> {
  const job = await jobOf(ctx, ctx.db, action);
  const ids = [...new Set(tenants ?? job.tenants ?? [])];
  if (ids.length === 0) throw new AppError('refused', 'Choose at least one tenant.');
  const facts: Awaited<ReturnType<typeof listFacts>> = new Map();
  for (let from = 0; from < ids.length; from += CHUNK)
    for (const [id, fact] of await listFacts(ctx.db, ids.slice(from, from + CHUNK))) facts.set(id, fact);
  const plans = await planTenants(
    ctx,
    job,
    ids.filter((id) => facts.has(id)),
  );
  const hosts = [...new Set([...plans.values()].flatMap((plan) => plan.hosts))].toSorted();
  const indexOf = new Map(hosts.map((host, index) => [host, index]));
  const nameKey = (id: number): string => facts.get(id)?.nameKey ?? '';
  const sorted = ids.toSorted((a, b) => compareKeys(nameKey(a), nameKey(b)));
  const rows = sorted.map((id): BulkPlanRow => {
    const fact = facts.get(id);
    const plan = plans.get(id) ?? { ...planned('refused', noTenantText(id)), hosts: [] };
    const { check, before, after, note, revision, carries, seen } = plan;
    return {
      tenant_id: id,
      tenant_name: fact?.name ?? `Tenant ${id}`,
      region: fact?.region ?? '',
      production: fact?.staging === false,
      check,
      before,
      after,
      note,
      revision,
      carries,
      has_file: check === 'change' && plan.file !== undefined,
      seen,
      servers: plan.hosts.flatMap((host) => indexOf.get(host) ?? []),
    };
  });
  return { title: job.title, action: job.action.kind, hosts, rows };
}

/**
 * The file of one tenant before and after a bulk change, secrets masked.
 * @throws AppError('refused') if the action would not change the tenant, or changes no file; and as `jobOf`
 */
export async function previewBulkFile(ctx: Ctx, { action, tenant }: { action: BulkAction; tenant: number }) {
  const job = await jobOf(ctx, ctx.db, action);
  const plan = (await handlerOf(ctx, ctx.db, job).plan([tenant])).get(tenant);
  if (plan?.check !== 'change') throw new AppError('refused', plan?.note ?? noTenantText(tenant));
  if (!plan.file || !('config' in job.change)) throw new AppError('refused', 'This action changes no file.');
  return previewChange(ctx, { tenantId: tenant, kind: job.change.config }, plan.file);
}
