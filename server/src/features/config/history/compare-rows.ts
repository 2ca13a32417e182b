import { Buffer } from 'node:buffer';
import { exportedSettings } from '@mission-control/contract/config/exported-settings';
import type { ComparedCell, ComparedRow } from '@mission-control/contract/config/history';
import { CONFIG_VALUE_BYTES } from '@mission-control/contract/config/limits';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import { asRead, type Setting } from '@mission-control/published-files';
import type { ExpectedFile, ReadServer } from '../drift/read-published.ts';
import { hashOf, renderConfig } from '../file/render-config.ts';
import type { KeyedItem } from '../file/stored-items.ts';

/** The saved or the committed config: its items in cleartext, and the settings in its file. */
export interface ComparedSide extends ExpectedFile {
  items: ReadonlyMap<string, KeyedItem>;
}

/** @param hash of the committed file, which an older renderer may have written; null: as rendered now */
export function comparedSide(
  kind: ConfigKind,
  items: ReadonlyMap<string, KeyedItem>,
  keys: Keys,
  hash: string | null,
): ComparedSide {
  const text = renderConfig(kind, items.values(), keys);
  const settings = exportedSettings(kind.format, items.values(), keys);
  const published = new Map(settings.map((setting) => [setting.key, asRead(kind.format, setting)]));
  return { items, published, hash: hash ?? hashOf(text), bytes: Buffer.byteLength(text) };
}

interface Sides {
  saved: ComparedSide;
  committed: ComparedSide;
}

type Keys = ReadonlyMap<string, KeyMeta>;

/** Settings that differ anywhere, sorted by key. Servers without a readable file are left out. */
export function comparedRows(
  sides: Sides,
  servers: readonly ({ host: string } & ReadServer)[],
  keys: Keys,
): ComparedRow[] {
  const readable = servers.flatMap((server) =>
    'error' in server || !server.file ? [] : [{ host: server.host, settings: server.file.settings }],
  );
  const mask = maskOf(sides, keys);
  const all = [sides.saved.published, sides.committed.published, ...readable.map(({ settings }) => settings)];
  const names = [...new Set(all.flatMap((settings) => [...settings.keys()]))];
  return names
    .filter((key) => new Set(all.map((settings) => identityOf(settings.get(key)))).size > 1)
    .toSorted()
    .map((key) => rowOf(key, sides, readable, mask));
}

/** Comparison key: equal if and only if a reader of the file sees the same setting. */
function identityOf(setting: Setting | undefined): string | null {
  if (!setting) return null;
  const { form, data } = setting;
  return typeof data === 'object' ? `${form} code ${data.code}` : `${form} ${typeof data} ${String(data)}`;
}

interface Readable {
  host: string;
  settings: ReadonlyMap<string, Setting>;
}

function rowOf(key: string, { saved, committed }: Sides, readable: readonly Readable[], mask: Mask): ComparedRow {
  const variants: (string | null)[] = [];
  const cell = (setting: Setting | undefined): ComparedCell | null => {
    if (!setting) return null;
    const same = identityOf(setting);
    if (!variants.includes(same)) variants.push(same);
    const known = [saved, committed].find((side) => identityOf(side.published.get(key)) === same);
    const value = known?.items.get(key)?.value ?? textOf(setting.data);
    const masked = mask(key, value);
    return { value: masked ? '' : value, masked, form: setting.form, variant: variants.indexOf(same) };
  };
  const groups = Map.groupBy(readable, ({ settings }) => identityOf(settings.get(key)));
  const row = {
    key,
    saved: cell(saved.published.get(key)),
    committed: cell(committed.published.get(key)),
    servers: [...groups.values()].map((group) => ({
      hosts: group.map(({ host }) => host),
      cell: cell(group[0]?.settings.get(key)),
    })),
  };
  const cells = [row.saved, row.committed, ...row.servers.map((server) => server.cell)];
  // A secret in one cell masks the others as well, since the values may be nearly equal.
  if (cells.some((shown) => shown?.masked))
    for (const shown of cells) if (shown) Object.assign(shown, { value: '', masked: true });
  return row;
}

function textOf(data: Setting['data']): string {
  if (typeof data === 'boolean') return data ? 'True' : 'False';
  return (typeof data === 'object' ? data.code : String(data)).slice(0, CONFIG_VALUE_BYTES);
}

type Mask = (key: string, value: string) => boolean;

/** Shorter secrets occur in unrelated values by chance. */
const MIN_MATCHED_LENGTH = 6;

/** Whether to mask a value: its key is secret or, for values edited by hand on a server, it looks like or contains a secret. */
function maskOf({ saved, committed }: Sides, keys: Keys): Mask {
  const items = [...saved.items.values(), ...committed.items.values()];
  const secret = items.filter((item) => isSecret(item, keys));
  const names = new Set(secret.map((item) => item.key));
  const values = [...new Set(secret.map((item) => item.value))].filter((value) => value.length >= MIN_MATCHED_LENGTH);
  return (key, value) =>
    names.has(key) || isSecret({ key, value }, keys) || values.some((known) => value.includes(known));
}
