import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/fleet/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ItemImpact, SavedItem } from '@mission-control/contract/fleet/schema';
import { countText } from '@mission-control/contract/numbers';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { listCommittedOn, listRetyped } from '../config/public.ts';
import { serverChanges } from '../inventory/public.ts';
import { listUsers, readItems, type FleetItem } from './queries.ts';
import { changedFields, comparable } from './item-rules.ts';

/** Tenants named in an impact list. */
const NAMED = 10;

/** The effect of saving an item; touches nothing. */
export async function previewItem(ctx: Ctx, { body }: CallInput<typeof calls.previewFleetItem>): Promise<ItemImpact> {
  const { kind, key } = body;
  const stored = key === null ? newItem(body) : (await readItems(ctx.db, kind)).find((one) => one.key === key);
  if (!stored) return { tenants: 0, configs: 0, effects: [], some: [] };
  const changed = new Set(changedFields(stored.fields, comparable(body.fields)).map(({ field }) => field));
  const users = await listUsers(ctx.db, kind, stored.key);
  const effects =
    kind === 'environment' ? await serverEffects(ctx.db, stored, body) : await keyEffects(ctx, stored, body);
  const texts = [...effects.texts, ...[...changed].flatMap((field) => EFFECTS[`${kind}.${field}`] ?? [])];
  const concerned = changed.size === 0 || texts.length === 0 ? [] : users;
  return { tenants: concerned.length, configs: effects.configs, effects: texts, some: concerned.slice(0, NAMED) };
}

/** Configs may set a key before it is declared. */
function newItem({ kind, fields }: SavedItem): FleetItem | undefined {
  return kind === 'config_key' ? { key: `${fields.kind}:${fields.key_name}`, fields: {} } : undefined;
}

/** The type of a config key before and after a change. */
function retypedKey(before: FleetItem['fields'] | undefined, after: Record<string, unknown>) {
  const { kind, key_name: name } = after as { kind: ConfigKindSlug; key_name: string };
  const typeOf = (fields: Record<string, unknown> | undefined) => fields?.['type'] as string | undefined;
  return { kind, name, before: typeOf(before), after: typeOf(after) };
}

async function keyEffects(ctx: Ctx, stored: FleetItem, { kind, fields }: SavedItem) {
  if (kind !== 'config_key') return { texts: [], configs: 0 };
  const { length: configs } = await listRetyped(ctx, ctx.db, retypedKey(stored.fields, fields));
  const wasSecret = stored.fields['secret'] === true;
  const texts = [
    ...(configs > 0
      ? [`${countText(configs, 'config')} will contain the value in a different form and wait for a commit.`]
      : []),
    ...(fields.secret && !wasSecret ? ['Saved values are encrypted and masked; files keep them.'] : []),
    ...(!fields.secret && wasSecret
      ? ['Saved values stay masked until each is saved again; then everybody can read them.']
      : []),
  ];
  return { texts, configs };
}

/** The effect of a field change on the users of the item. */
const EFFECTS: Readonly<Record<string, string>> = {
  'environment.name': 'The new name appears wherever the environment is shown; its servers keep their names.',
  'environment.fqdn': 'Domains that point at the former address are not changed: their DNS is up to you.',
  'environment.services': 'Services that it no longer serves stay there, and are shown; new ones are not placed there.',
  'environment.group_name': 'The group appears wherever the environment is shown; nothing moves.',
  'certificate.domain': 'Domains of these tenants may no longer be covered: their cards will show it.',
  'config_key.options': 'Validation reports configs with another value; files do not change.',
  'config_key.depends': 'Validation reports configs that break the rule; files do not change.',
  'config_key.dependencies': 'Validation reports configs that break the rule; files do not change.',
  'database_host.endpoint': 'Configs that name the former address keep it until somebody edits and commits them.',
};

async function serverEffects(db: Db, stored: FleetItem, body: SavedItem) {
  const { added, removed } = serverChanges(stored.fields, body.fields);
  const places = added.length === 0 ? [] : await listCommittedOn(db, Number(stored.key));
  const texts = [
    ...(added.length > 0 && places.length > 0
      ? [`${countText(places.length, 'config')} will be missing on ${added.join(', ')} until somebody commits.`]
      : []),
    ...(added.length > 0 && places.length === 0
      ? [`No config is committed here, so nothing is missing on ${added.join(', ')}.`]
      : []),
    ...(removed.length > 0
      ? [`${removed.join(', ')} will get no more files. Existing files stay there: the console does not remove them.`]
      : []),
  ];
  return { texts, configs: places.length };
}
