import type { CallInput, CallResponse } from '@mission-control/contract/call';
import { KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import type { ListedThing } from '@mission-control/contract/fleet/schema';
import * as calls from '@mission-control/contract/fleet/calls';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { listDeclared } from '../inventory/public.ts';
import { countUsers, listUsers, readThings } from './queries.ts';
import { previewThing } from './impact.ts';
import { retireThing, saveThing } from './save-thing.ts';

/** All things of a kind, with their uses. */
export async function listThings(
  ctx: Ctx,
  { params: { kind } }: CallInput<typeof calls.listThings>,
): Promise<CallResponse<typeof calls.listThings>> {
  const found = await readThings(ctx.db, kind);
  const users = await countUsers(ctx.db, kind);
  const declared = await listDeclared(ctx.db, kind);
  const inRegion =
    kind === 'region'
      ? Map.groupBy(
          [...(await readThings(ctx.db, 'environment')), ...(await readThings(ctx.db, 'database_host'))],
          ({ fields }) => fields['region'],
        )
      : new Map<unknown, never[]>();
  const things = found.map(({ key, fields }) => ({
    kind,
    key,
    fields,
    ...(users.get(key) ?? { tenants: 0, deleted: 0 }),
    others: (inRegion.get(fields['name']) ?? []).map((one) => String(one.fields['name'])),
    declared: declared.has(key.replace(':', '/')),
  }));
  return { things: things as unknown as ListedThing[] };
}

/** The living tenants that use a thing, for the filter of the tenant list. @throws AppError('not_found') */
export async function listThingTenants(
  ctx: Ctx,
  { params: { kind, key } }: CallInput<typeof calls.listThingTenants>,
): Promise<CallResponse<typeof calls.listThingTenants>> {
  const thing = (await readThings(ctx.db, kind)).find((one) => one.key === key);
  if (!thing) throw new AppError('not_found', `There is no such ${KIND_WORDS[kind].one}. It may have been retired.`);
  const users = await listUsers(ctx.db, kind, key);
  return { name: String(thing.fields['name'] ?? thing.fields['key_name']), ids: users.map(({ id }) => id) };
}

export const fleetFeature = {
  routes: [
    handle(calls.listThings, listThings),
    handle(calls.listThingTenants, listThingTenants),
    handle(calls.previewThing, previewThing),
    handle(calls.saveThing, saveThing),
    handle(calls.retireThing, retireThing),
  ],
} satisfies Feature;
