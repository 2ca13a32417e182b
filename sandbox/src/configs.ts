import { isTrue } from '@mission-control/contract/config/rules';
import type { InventoryConfig, InventoryItem } from '@mission-control/contract/inventory/schema';
import { keySpecs } from './config-keys/all.ts';
import type { KeySpec } from './config-keys/key-spec.ts';
import { daysBefore, type Dice } from './random.ts';
import { extraItems } from './extra-items.ts';

/** Inputs for the values of a tenant's configs. */
export interface ConfigFacts {
  name: string;
  slug: string;
  region: string;
  /** Database hosts of CoursePro and Insight. */
  database: string;
  insightDatabase: string;
  /** Predefined values by kind and key. */
  given: Partial<Record<InventoryConfig['kind'], Record<string, string>>>;
}

export const PEOPLE = [
  'Amelia Hart',
  'Priya Shah',
  'Tom Okafor',
  'Luca Moretti',
  'Grace Lindqvist',
  'Sam Whitfield',
] as const;

/** A setting with metadata. */
export const knownItem = (key: string, value: string): InventoryItem => ({
  key,
  value,
  type: 1,
  state: 1,
  valueTemplate: null,
});

/** Builds a consistent config, or one that raises a warning if `clash` is set. */
export function buildConfig(
  dice: Dice,
  kind: InventoryConfig['kind'],
  facts: ConfigFacts,
  size: number,
  clash: boolean,
): InventoryItem[] {
  const specs = keySpecs(kind);
  const fixed = specs.filter((spec) => spec.always);
  const free = dice.shuffle(specs.filter((spec) => !spec.always)).slice(0, Math.max(0, size - fixed.length));
  const chosen = new Map(
    [...fixed, ...free].map((spec) => [spec.key.key_name, { spec, value: valueOf(dice, kind, spec, facts) }]),
  );
  settle(chosen);
  const api = chosen.get('ENABLE_HP2_API');
  if (clash && api) api.value = 'False';
  const known = specs.flatMap(({ key: { key_name: name } }): InventoryItem[] => {
    const choice = chosen.get(name);
    if (!choice) return [];
    const isNamed = choice.spec.values[0] === '{name}';
    return [{ ...knownItem(name, choice.value), valueTemplate: isNamed ? '{tenant_name}' : null }];
  });
  return kind === 'coursepro' ? [...known, ...extraItems(dice, facts.slug)] : known;
}

type Chosen = Map<string, { spec: KeySpec; value: string }>;

/** Enables settings that fixed ones require, then drops inconsistent optional ones. */
function settle(chosen: Chosen): void {
  for (const { spec } of chosen.values()) {
    if (!spec.always) continue;
    for (const { depends_on_name: name } of spec.key.depends) {
      const needed = chosen.get(name);
      if (needed) needed.value = 'True';
    }
  }
  let left = -1;
  while (left !== chosen.size) {
    left = chosen.size;
    for (const [name, { spec }] of chosen) if (!fits(spec, chosen)) chosen.delete(name);
  }
}

function fits(spec: KeySpec, chosen: Chosen): boolean {
  const { depends, dependencies } = spec.key;
  return (
    depends.every(({ depends_on_name: name }) => isTrue(chosen.get(name)?.value ?? '')) &&
    dependencies.every(({ name, values }) => values.includes(chosen.get(name)?.value ?? ''))
  );
}

function valueOf(dice: Dice, kind: InventoryConfig['kind'], spec: KeySpec, facts: ConfigFacts): string {
  const given = facts.given[kind]?.[spec.key.key_name];
  if (given !== undefined) return given;
  return (
    dice
      .pick(spec.values)
      // Schema names cannot contain dashes.
      .replaceAll('{slug}', spec.key.key_name.startsWith('DB_') ? facts.slug.replaceAll('-', '_') : facts.slug)
      .replaceAll('{name}', () => facts.name)
      .replaceAll('{region}', facts.region)
      .replaceAll('{db}', facts.database)
      .replaceAll('{insight_db}', facts.insightDatabase)
      .replaceAll('{token}', () => dice.token(24))
  );
}

/** Adds author and time of the save, and the state on the servers. */
export function withHistory(
  dice: Dice,
  kind: InventoryConfig['kind'],
  items: InventoryItem[],
  today: string,
  committed: InventoryConfig['committed'],
): InventoryConfig {
  const unpublished = committed === 'older' ? lastSave(dice, kind, items, dice.int(1, 3)) : [];
  return {
    kind,
    items,
    saved_at: daysBefore(today, dice.int(1, 240), dice.int(0, 86_399)),
    saved_by: dice.pick(PEOPLE),
    committed,
    unpublished,
  };
}

/** Picks settings changed by the last save: the first of several was added, the others had another value. */
function lastSave(
  dice: Dice,
  kind: InventoryConfig['kind'],
  items: readonly InventoryItem[],
  changes: number,
): InventoryConfig['unpublished'] {
  const secrets = new Set(
    keySpecs(kind)
      .filter((spec) => spec.key.secret)
      .map((spec) => spec.key.key_name),
  );
  const touched = dice.shuffle(items.filter((item) => !secrets.has(item.key) && item.state === 1)).slice(0, changes);
  return touched.map((item, at) => {
    if (at === 0 && touched.length > 1) return { key: item.key, before: null };
    const others =
      keySpecs(kind)
        .find((spec) => spec.key.key_name === item.key)
        ?.values.filter((value) => !value.includes('{') && value !== item.value) ?? [];
    return { key: item.key, before: { ...item, value: others.length > 0 ? dice.pick(others) : `${item.value}-old` } };
  });
}
