import type { FieldConflict } from './conflict-choice.tsx';

/** Values by name. */
export type Fields = ReadonlyMap<string, string>;

/** Fields to set, or with null to remove. */
export type FieldChanges = ReadonlyMap<string, string | null>;

/** Names whose values differ between two sides. */
export const changedKeys = (before: Fields, after: Fields): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));

/**
 * Merges my changes onto what others saved meanwhile.
 * @returns my changes that still change something, and the fields that both sides changed to different values
 */
export function mergeFields(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): { changes: FieldChanges; conflicts: FieldConflict[] } {
  const changes = new Map<string, string | null>();
  const conflicts: FieldConflict[] = [];
  for (const key of changedKeys(base, mine)) {
    const [was, my, now] = [base.get(key), mine.get(key), theirs.get(key)];
    if (now === my) continue;
    if (now === was) changes.set(key, my ?? null);
    else conflicts.push({ key, base: was ?? null, mine: my ?? null, theirs: now ?? null });
  }
  return { changes, conflicts };
}

/** Values with changes. */
export function withChanges(fields: Fields, changes: FieldChanges): Fields {
  const after = new Map(fields);
  for (const [key, value] of changes) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return after;
}

/** The properties of an object as fields, each as JSON. */
export const jsonFields = (value: object): Fields =>
  new Map(Object.entries(value).map(([key, part]) => [key, JSON.stringify(part)]));

/** Changed properties of an object that was stored as fields. */
export const fromJson = (changes: FieldChanges): Record<string, unknown> =>
  Object.fromEntries(
    [...changes].flatMap(([key, json]) => (json === null ? [] : [[key, JSON.parse(json) as unknown]])),
  );

/** Formats a field of `jsonFields` for display. */
export function readable(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  return value === true ? 'on' : value === false ? 'off' : value === null ? 'none' : json;
}
