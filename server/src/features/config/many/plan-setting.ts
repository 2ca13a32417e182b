import type { ConfigKind, ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { cutValue, existsMessage } from '@mission-control/contract/config/rules';
import type { KeyMeta, SaveConfigBody, SentItem } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { MASK, openItem, type KeyedItem } from '../file/stored-items.ts';
import { afterChanges, changesBackTo } from '../history/revision-state.ts';
import { planChanges, type Change } from '../history/save-diff.ts';
import { listItems, listKeys } from '../queries.ts';
import { changedCodeBlocks, mayChangeCode } from '../store-changes.ts';
import { validateItems, type Remarks } from '../validate-items.ts';
import { hasSecretItem, listConfigsOf, listItemsOf, type ConfigOfTenant } from './queries-many.ts';

/** The same change of one setting for many tenants. */
export interface SettingChange {
  /** `set` where it exists, `add` where it is missing, `remove` where it exists. */
  change: 'set' | 'add' | 'remove';
  key: string;
  value: string;
}

/** The effect of a setting change on one config. */
export interface SettingPlan {
  check: 'change' | 'unchanged' | 'conflict' | 'invalid' | 'refused';
  /** Values as displayed; null: no such setting. */
  before: string | null;
  after: string | null;
  note: string | null;
  /** Diff to save; null if there is nothing to save. */
  diff: SaveConfigBody | null;
  /** Changes to save, in cleartext. */
  changes: readonly Change[];
}

interface Config {
  kind: ConfigKind;
  tenantId: number;
  keys: ReadonlyMap<string, KeyMeta>;
  /** Secrets are ciphertext. */
  items: readonly KeyedItem[];
}

/** Plans a change of one setting for these tenants; those without the service are left out. */
export async function planSettings(
  ctx: Ctx,
  db: Db,
  kind: ConfigKind,
  ids: readonly number[],
  change: SettingChange,
): Promise<Map<number, SettingPlan & ConfigOfTenant>> {
  const keys = await listKeys(db, kind.slug);
  const configs = await listConfigsOf(db, kind, ids);
  const items = await listItemsOf(db, kind, [...configs.keys()]);
  const plan = (tenantId: number) =>
    planSetting(ctx, { kind, tenantId, keys, items: items.get(tenantId) ?? [] }, change);
  return new Map([...configs].map(([id, config]) => [id, { ...config, ...plan(id) }]));
}

function planSetting(ctx: Ctx, config: Config, change: SettingChange): SettingPlan {
  const { keys } = config;
  const place = { tenantId: config.tenantId, kind: config.kind.slug };
  const stored = config.items.find(({ key }) => key === change.key);
  const before = stored && openItem(ctx.secrets, place, stored);
  const shown = shownValue(keys, [before, { key: change.key, value: change.value }]);
  const value = before ? shown(before.value) : null;
  const after = change.change === 'remove' ? null : shown(change.value);
  const none = { before: value, diff: null, changes: [] };
  const stays = (note: string): SettingPlan => ({ ...none, check: 'unchanged', after: value, note });
  const refused = (check: SettingPlan['check'], note: string): SettingPlan => ({ ...none, check, after, note });
  if (!before && change.change !== 'add') return stays(`It has no ${change.key}.`);
  if (change.change === 'add' && before && before.value !== change.value)
    return { ...none, check: 'conflict', after: value, note: existsMessage(change.key, keys) };
  try {
    const diff = diffOf(change, before);
    const saved = { kind: config.kind, items: new Map(before ? [[change.key, before]] : []), keys };
    const [made] = planChanges(diff, saved).changes;
    if (!made) return stays('No change is needed.');
    const fault = codeFault(ctx, [made]);
    if (fault !== null) return refused('refused', fault);
    const { errors, warnings } = newRemarks(config, [made]);
    if (errors.length > 0) return refused('invalid', errors.join(' '));
    return { check: 'change', before: value, after, note: warnings.join(' ') || null, diff, changes: [made] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused('refused', error.message);
  }
}

/** A secret on one side masks the other, since the values may be nearly equal. */
function shownValue(
  keys: ReadonlyMap<string, KeyMeta>,
  sides: readonly ({ key: string; value: string; secret?: boolean } | undefined)[],
) {
  const masked = sides.some((side) => side && isSecret(side, keys));
  return (value: string): string => (masked ? MASK : cutValue(value));
}

function diffOf({ change, key, value }: SettingChange, before: KeyedItem | undefined): SaveConfigBody {
  if (change === 'remove') return { added: [], changed: [], removed: [key] };
  const { type = 2, state = 1, valueTemplate = null } = before ?? {};
  const sent: SentItem = { key, value, type, state, valueTemplate, masked: false };
  return change === 'add' ? { added: [sent], changed: [], removed: [] } : { added: [], changed: [sent], removed: [] };
}

/** Why the user may not make these changes; null if allowed. */
export function codeFault(ctx: Ctx, changes: readonly Change[]): string | null {
  if (changedCodeBlocks(changes).length === 0 || mayChangeCode(ctx)) return null;
  return 'Changing a Code Block needs the role release manager.';
}

/** Validation faults that the changes introduce. */
export function newRemarks({ items, keys }: Pick<Config, 'items' | 'keys'>, changes: readonly Change[]): Remarks {
  const saved = new Map(items.map((item) => [item.key, item]));
  const before = validateItems(saved.values(), keys);
  const after = validateItems(afterChanges(saved, changes).values(), keys);
  const added = (kind: keyof Remarks) => {
    const known = new Set(before[kind]);
    return after[kind].filter((message) => !known.has(message));
  };
  return { errors: added('errors'), warnings: added('warnings') };
}

/**
 * Saved settings of a config that differ from the committed ones; all of them if nothing was committed.
 * @param besides a key that does not count
 */
export async function countWaiting(
  ctx: Ctx,
  db: Db,
  { config }: ConfigOfTenant,
  besides: string | null = null,
): Promise<number> {
  if (!config || config.revision === 0 || (config.hash === config.committedHash && !config.serversDiffer)) return 0;
  const { tenantId, kind, revision: saved, committedRevision: number } = config;
  const place = { tenantId, kind };
  // An imported revision has no changes.
  const waiting =
    number === null ? await listItems(db, place) : await changesBackTo(db, ctx.secrets, place, { number, saved });
  return waiting.filter(({ key }) => key !== besides).length;
}

/** Validation results for the saved values of these configs. */
export async function remarksOf(db: Db, kind: ConfigKind, ids: readonly number[]): Promise<Map<number, Remarks>> {
  const keys = await listKeys(db, kind.slug);
  const items = await listItemsOf(db, kind, ids);
  return new Map(ids.map((id) => [id, validateItems(items.get(id) ?? [], keys)]));
}

/** The value as displayed, masked if it is a secret or replaces one. */
export async function shownSetting(
  db: Db,
  { config, key, value }: { config: ConfigKindSlug; key: string; value: string },
): Promise<string> {
  const masked = isSecret({ key, value }, await listKeys(db, config)) || (await hasSecretItem(db, config, key));
  return masked ? MASK : value;
}
