import type { ComparedCell, ComparedRow } from '@mission-control/contract/config/history';
import { CONFIG_VALUE_BYTES } from '@mission-control/contract/config/limits';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import type { Setting } from '@mission-control/published-files';
import type { ExpectedFile, ReadServer } from './read-published.ts';
import { isSecret, type KeyedItem } from './stored-items.ts';

/** The saved or the committed config: its items, values in clear, and what its file has of them. */
export interface ComparedSide extends ExpectedFile {
  items: ReadonlyMap<string, KeyedItem>;
}

interface Sides {
  saved: ComparedSide;
  committed: ComparedSide;
}

type Keys = ReadonlyMap<string, KeyMeta>;

/** The settings that are not the same everywhere, by key. Servers without a readable file have no part in it. */
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
    .filter((key) => new Set(all.map((settings) => sameness(settings.get(key)))).size > 1)
    .toSorted((a, b) => Number(a > b) - Number(a < b))
    .map((key) => rowOf(key, sides, readable, mask));
}

/** Equal exactly for settings that are the same to whoever reads the file. */
function sameness(setting: Setting | undefined): string | null {
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
    const same = sameness(setting);
    if (!variants.includes(same)) variants.push(same);
    const known = [saved, committed].find((side) => sameness(side.published.get(key)) === same);
    const value = known?.items.get(key)?.value ?? textOf(setting.data);
    const masked = mask(key, value);
    return { value: masked ? '' : value, masked, form: setting.form, variant: variants.indexOf(same) };
  };
  const groups = Map.groupBy(readable, ({ settings }) => sameness(settings.get(key)));
  const row = {
    key,
    saved: cell(saved.published.get(key)),
    committed: cell(committed.published.get(key)),
    servers: [...groups.values()].map((own) => ({
      hosts: own.map(({ host }) => host),
      cell: cell(own[0]?.settings.get(key)),
    })),
  };
  const cells = [row.saved, row.committed, ...row.servers.map((server) => server.cell)];
  // One value that must not be shown hides the others: they may differ from it by a character.
  if (cells.some((one) => one?.masked))
    for (const one of cells) if (one) Object.assign(one, { value: '', masked: true });
  return row;
}

function textOf(data: Setting['data']): string {
  if (typeof data === 'boolean') return data ? 'True' : 'False';
  return (typeof data === 'object' ? data.code : String(data)).slice(0, CONFIG_VALUE_BYTES);
}

type Mask = (key: string, value: string) => boolean;

/** A shorter secret would hide whatever contains it. */
const TELLING_LENGTH = 6;

/** Whether a value is a secret: by its key, or, of what was put into a file by hand, because it sounds so or contains one. */
function maskOf({ saved, committed }: Sides, keys: Keys): Mask {
  const items = [...saved.items.values(), ...committed.items.values()];
  const secret = items.filter((item) => isSecret(item, keys));
  const names = new Set(secret.map((item) => item.key));
  const values = [...new Set(secret.map((item) => item.value))].filter((value) => value.length >= TELLING_LENGTH);
  return (key, value) => names.has(key) || isSecret({ key, value }, keys) || values.some((one) => value.includes(one));
}
