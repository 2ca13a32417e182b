import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { ComparedConfig, ComparedSettings, ComparedState } from '@mission-control/contract/config/compare';
import { CONFIG_KINDS, type ConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { comparedIds } from '@mission-control/contract/config/compared-ids';
import { cutValue } from '@mission-control/contract/config/rules';
import { templateItems } from '@mission-control/contract/config/templates';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import type { Ctx } from '../../../platform/context.ts';
import { openItem, type KeyedItem } from '../file/stored-items.ts';
import { listKeys } from '../queries.ts';
import { readTemplate } from '../templates.ts';
import { listOwners, listSaved } from './queries-compare.ts';

type Setting = Pick<KeyedItem, 'key' | 'value' | 'type' | 'state' | 'secret'>;

/** A config to compare, in cleartext. */
interface Side {
  config: ComparedConfig;
  keys: ReadonlyMap<string, KeyMeta>;
  settings: ReadonlyMap<string, Setting>;
}

/** Saved configs side by side, secrets compared but masked. Tenants are in the order of the request. */
export async function compareConfigs(
  ctx: Ctx,
  { query: { service, tenants: text, template } }: CallInput<typeof calls.compareConfigs>,
): Promise<CallResponse<typeof calls.compareConfigs>> {
  const tenants = comparedIds(text);
  const kinds = CONFIG_KINDS.filter(({ slug }) => service === undefined || slug === service);
  const keys = new Map<ConfigKindSlug, Map<string, KeyMeta>>();
  for (const { slug } of kinds) keys.set(slug, await listKeys(ctx.db, slug));
  const { sides, lacking } = await readSides(ctx, tenants, kinds, keys);
  if (service !== undefined && template === 'true') sides.unshift(await readTemplateSide(ctx, service, sides));
  return { configs: sides.map(({ config }) => config), rows: compareSides(sides), lacking };
}

type Keys = ReadonlyMap<ConfigKindSlug, ReadonlyMap<string, KeyMeta>>;

async function readSides(ctx: Ctx, tenantIds: number[], kinds: readonly ConfigKind[], keys: Keys) {
  const slugs = kinds.map(({ slug }) => slug);
  const owners = await listOwners(ctx.db, tenantIds, [...new Set(kinds.map(({ service }) => service))]);
  const { revisions, items } = await listSaved(ctx.db, tenantIds, slugs);
  const placeOf = (tenantId: number, kind: string): string => `${tenantId} ${kind}`;
  const saved = Map.groupBy(items, (item) => placeOf(item.tenantId, item.kind));
  const revisionOf = new Map(revisions.map((row) => [placeOf(row.tenantId, row.kind), row.revision]));
  const sides = tenantIds.flatMap((id) =>
    kinds.flatMap(({ slug, service }): Side[] => {
      const owner = owners.find((candidate) => candidate.id === id && candidate.service === service);
      if (!owner) return [];
      const ofConfig = saved.get(placeOf(id, slug)) ?? [];
      const place = { tenantId: id, kind: slug };
      return [
        {
          config: {
            tenant_id: id,
            tenant_name: owner.name,
            service: slug,
            revision: revisionOf.get(placeOf(id, slug)) ?? 0,
          },
          keys: keys.get(slug) ?? new Map(),
          settings: new Map(ofConfig.map((item) => [item.key, openItem(ctx.secrets, place, item)])),
        },
      ];
    }),
  );
  return { sides, lacking: tenantIds.filter((id) => !owners.some((owner) => owner.id === id)) };
}

/** The default template, filled for the tenant if there is only one. */
async function readTemplateSide(ctx: Ctx, service: ConfigKindSlug, sides: readonly Side[]): Promise<Side> {
  const { keys, rows } = await readTemplate(ctx.db, service);
  const [only, ...others] = sides;
  const name = only && others.length === 0 ? only.config.tenant_name : '{tenant_name}';
  const items = templateItems(rows, { tenant_name: name }, keys);
  return {
    config: { tenant_id: null, tenant_name: 'Default template', service, revision: 0 },
    keys,
    settings: new Map(items.map((item) => [item.key, { ...item, secret: false }])),
  };
}

/** One row for each key, sorted. A setting that is secret in one config is masked in all, since the values may be nearly equal. */
export function compareSides(sides: readonly Side[]): ComparedSettings[] {
  const names = new Set(sides.flatMap(({ settings }) => [...settings.keys()]));
  return [...names].toSorted().map((key) => rowOf(key, sides));
}

function rowOf(key: string, sides: readonly Side[]): ComparedSettings {
  const variants = new Map<string, { at: number; setting: Setting }>();
  const cells = sides.map(({ settings }) => {
    const setting = settings.get(key);
    if (!setting) return null;
    const same = JSON.stringify([setting.value, setting.type, setting.state]);
    let variant = variants.get(same);
    if (!variant) variants.set(same, (variant = { at: variants.size, setting }));
    return variant.at;
  });
  const masked = sides.some(({ settings, keys }) => {
    const setting = settings.get(key);
    return setting !== undefined && isSecret(setting, keys);
  });
  return {
    key,
    state: stateOf(cells, variants.size),
    masked,
    values: [...variants.values()].map(({ setting: { value, state } }) => ({
      value: masked ? '' : cutValue(value),
      off: state === 0,
    })),
    cells,
  };
}

function stateOf(cells: readonly (number | null)[], variants: number): ComparedState {
  if (variants > 1) return 'different';
  return cells.includes(null) ? 'missing' : 'equal';
}
