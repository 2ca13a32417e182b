import type { ConfigItem, ConfigRevision } from '@mission-control/contract/config/schema';
import type { EditAction } from './edits.ts';
import type { Side } from './review.ts';

interface KeyChange {
  key: string;
  /** As it was at the older revision; null = it did not exist. */
  before: Side | null;
  /** As it is now. */
  after: Side | null;
}

/** What happened to each key after revision `number`, several changes of one key taken together; sorted by key. */
export function changesSince(revisions: readonly ConfigRevision[], number: number): KeyChange[] {
  const changes = new Map<string, KeyChange>();
  const later = revisions.filter((revision) => revision.number > number).toSorted((a, b) => a.number - b.number);
  for (const { key, before, after } of later.flatMap((revision) => revision.changes)) {
    changes.set(key, { key, before: changes.has(key) ? (changes.get(key)?.before ?? null) : before, after });
  }
  return [...changes.values()]
    .filter((change) => !sameSide(change.before, change.after))
    .toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
}

/** Two masks of a secret may hide different values, so they never count as the same. */
function sameSide(a: Side | null, b: Side | null): boolean {
  if (!a || !b) return a === b;
  const masked = a.masked || b.masked;
  return (
    !masked && a.value === b.value && a.type === b.type && a.state === b.state && a.valueTemplate === b.valueTemplate
  );
}

/** True when the list reaches back to the revision, so that what follows it is known in full. */
export function reachesBack(revisions: readonly ConfigRevision[], number: number): boolean {
  return number === 0 || revisions.some((revision) => revision.number <= number + 1);
}

/**
 * The local edits that bring a config back to how it was at an older revision. Values of secrets are not in the history that
 * a browser sees: those keys are left as they are and named in `secrets`.
 */
export function restoreEdits(
  changes: readonly KeyChange[],
  saved: ReadonlyMap<string, ConfigItem>,
  revision: number,
): { actions: EditAction[]; secrets: string[] } {
  const hidden = (change: KeyChange) => change.before?.masked ?? false;
  const actions = changes.flatMap((change): EditAction[] => {
    const now = saved.get(change.key) ?? null;
    if (hidden(change)) return [];
    if (change.before) return [{ type: 'put', item: { key: change.key, ...change.before }, saved: now, revision }];
    return now ? [{ type: 'remove', saved: now, revision }] : [];
  });
  return { actions, secrets: changes.filter(hidden).map((change) => change.key) };
}
