import type { InventoryConfigKey } from '@mission-control/contract/inventory/schema';

/** A known key with the values used in the sandbox. */
export interface KeySpec {
  key: Omit<InventoryConfigKey, 'kind'>;
  /** Candidates, drawn at random; may contain {slug}, {name}, {db}, {region} and {token}. */
  values: readonly string[];
  /** Present in every config of the kind. */
  always: boolean;
}

type Extra = Partial<Pick<KeySpec['key'], 'dependencies' | 'depends'>> & { always?: boolean };

function spec(
  name: string,
  type: string,
  description: string,
  values: readonly string[],
  extra: Extra & { options?: KeySpec['key']['options']; secret?: boolean } = {},
): KeySpec {
  const { always = false, options = [], secret = false, dependencies = [], depends = [] } = extra;
  return { key: { key_name: name, type, description, secret, options, dependencies, depends }, values, always };
}

/** True or False; mostly `usual`. */
export const flag = (
  name: string,
  description: string,
  usual: 'True' | 'False' = 'False',
  extra: Extra = {},
): KeySpec => spec(name, 'boolean', description, [usual, usual, usual, usual === 'True' ? 'False' : 'True'], extra);

/** @param values space-separated; the first one is the usual one. */
export const number = (name: string, description: string, values: string, extra: Extra = {}): KeySpec => {
  const [usual = '0', ...rest] = values.split(' ');
  return spec(name, 'number', description, [usual, usual, ...rest], extra);
};

/** @param options display name by value. */
export const choice = (
  name: string,
  description: string,
  options: Record<string, string>,
  extra: Extra = {},
): KeySpec =>
  spec(name, 'select', description, Object.keys(options), {
    ...extra,
    options: Object.entries(options).map(([value, shownName]) => ({ display_name: shownName, value })),
  });

export const text = (name: string, description: string, values: readonly string[], extra: Extra = {}): KeySpec =>
  spec(name, 'string', description, values, extra);

export const secret = (name: string, description: string, extra: Extra = {}): KeySpec =>
  spec(name, 'string', description, ['{token}'], { ...extra, secret: true });

/** The named setting must be true. */
export const needs = (...names: string[]): Extra => ({ depends: names.map((name) => ({ depends_on_name: name })) });

/** The named setting must have one of the values. */
export const only = (name: string, ...values: string[]): Extra => ({ dependencies: [{ name, values }] });
