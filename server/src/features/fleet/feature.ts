import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type { ListedItem } from '@mission-control/contract/fleet/schema';
import * as calls from '@mission-control/contract/fleet/calls';
import type { Ctx } from '../../platform/context.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { listDeclared } from '../inventory/public.ts';
import { countUsers, listUsers, namesByRegion, readItems } from './queries.ts';
import { previewItem } from './impact.ts';
import { requireItem } from './item-rules.ts';
import { retireItem, saveItem } from './save-item.ts';

/** All items of a kind, with their uses. */
export async function listItems(
  ctx: Ctx,
  { params: { kind } }: CallInput<typeof calls.listFleetItems>,
): Promise<CallResponse<typeof calls.listFleetItems>> {
  const found = await readItems(ctx.db, kind);
  const users = await countUsers(ctx.db, kind);
  const declared = await listDeclared(ctx.db, kind);
  const inRegion = kind === 'region' ? await namesByRegion(ctx.db) : new Map<unknown, string[]>();
  const items = found.map(({ key, fields }) => ({
    kind,
    key,
    fields,
    ...(users.get(key) ?? { tenants: 0, deleted: 0 }),
    others: inRegion.get(fields['name']) ?? [],
    declared: declared.has(key.replace(':', '/')),
  }));
  return { items: items as unknown as ListedItem[] };
}

/** The existing tenants that use an item, for the filter of the tenant list. @throws AppError('not_found') */
export async function listItemTenants(
  ctx: Ctx,
  { params: { kind, key } }: CallInput<typeof calls.listFleetItemTenants>,
): Promise<CallResponse<typeof calls.listFleetItemTenants>> {
  const item = requireItem(kind, await readItems(ctx.db, kind), key);
  const users = await listUsers(ctx.db, kind, key);
  return { name: String(item.fields['name'] ?? item.fields['key_name']), ids: users.map(({ id }) => id) };
}

export const fleetFeature = {
  routes: [
    handle(calls.listFleetItems, listItems),
    handle(calls.listFleetItemTenants, listItemTenants),
    handle(calls.previewFleetItem, previewItem),
    handle(calls.saveFleetItem, saveItem),
    handle(calls.retireFleetItem, retireItem),
  ],
} satisfies Feature;
