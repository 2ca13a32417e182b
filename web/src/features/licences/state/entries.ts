import { licenceExpiry } from '@mission-control/contract/config/licence-expiry';
import {
  entryNameFault,
  entryValueFault,
  LICENCE_LIMITS,
  type Licence,
  type LicenceValue,
} from '@mission-control/contract/licences/rules';

/** A row of the table; names are unique. */
export interface Entry {
  name: string;
  value: LicenceValue;
}

export const entriesOf = (licence: Licence, order: readonly string[]): Entry[] =>
  order.flatMap((name) => {
    const value = licence[name];
    return value === undefined ? [] : [{ name, value }];
  });

export const licenceOf = (entries: readonly Entry[]): Licence =>
  Object.fromEntries(entries.map(({ name, value }) => [name, value]));

/** Keeps the type of a number or boolean while the text is one. */
function typedValue(text: string, before: LicenceValue | undefined): LicenceValue {
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (typeof before === 'number' && String(Number(text)) === text && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** Appends an entry, or replaces `edited` in place, possibly renaming it. */
export function putEntry(
  entries: readonly Entry[],
  edited: Entry | null,
  typed: { name: string; value: string },
): Entry[] {
  const entry = { name: typed.name.trim(), value: typedValue(typed.value, edited?.value) };
  return edited ? entries.map((one) => (one.name === edited.name ? entry : one)) : [...entries, entry];
}

/** Error messages by field; null for a valid one. */
export function entryFaults(
  entries: readonly Entry[],
  edited: Entry | null,
  typed: { name: string; value: string },
): { name: string | null; value: string | null } {
  const name = typed.name.trim();
  const taken = entries.some((one) => one.name === name && one.name !== edited?.name);
  return {
    name: taken ? 'There is an entry of this name already.' : entryNameFault(name),
    value: entryValueFault(typed.value),
  };
}

/** Warns about an `expires` that readers of the licence cannot parse as a date. */
export function entryWarning({ name, value }: { name: string; value: string }): string | null {
  if (name.trim() !== 'expires' || licenceExpiry(value, new Date(0)).state !== 'invalid') return null;
  return 'This is not a date like 2027-03-31. Leave it empty for a licence that never expires.';
}

export const fullReason = (entries: readonly Entry[]): string | null =>
  entries.length < LICENCE_LIMITS.entries ? null : `A licence has at most ${LICENCE_LIMITS.entries} entries`;

/** Compares entries regardless of their order. */
export function sameEntries(one: readonly Entry[], other: readonly Entry[]): boolean {
  const values = new Map(one.map(({ name, value }) => [name, value]));
  return (
    one.length === other.length && other.every(({ name, value }) => values.has(name) && values.get(name) === value)
  );
}
