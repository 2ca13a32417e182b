import { entryKey, ITEM_KINDS, type ItemKind, type PlanAction } from '@mission-control/contract/inventory/plan';
import { isDeepStrictEqual as isSame } from 'node:util';

/** Values of an item by their names in the inventory; references are refs. */
export type Fields = Readonly<Record<string, unknown>>;

/** An item that the inventory declares. */
export interface Item {
  kind: ItemKind;
  ref: string;
  fields: Fields;
}

/** An item of the console. */
export interface Existing extends Item {
  /** What the last applied inventory declared; null if none did. */
  declared: Fields | null;
  /** Why it cannot be removed: its users, except items of the inventory. */
  usedBy: string | null;
}

/** One item that differs. */
export interface Step {
  action: PlanAction;
  kind: ItemKind;
  ref: string;
  /** Differing fields with the value here and in the file; if both sides changed, also the last declared value. */
  changes: { field: string; here: unknown; file: unknown; declared?: unknown }[];
  /** Why it cannot be applied. */
  reason?: string;
}

/** Skips a step, with the reason. */
export class Left extends Error {}

/** Kinds that operators own once they exist: the inventory adds them and shares only the listed fields. */
const SHARED_FIELDS: Partial<Record<ItemKind, readonly string[]>> = { tenant: ['name', 'account'] };

/**
 * The steps that bring the console to the state declared by an inventory; none if it is already there. A field changed both here and in
 * the file is a conflict, and its item is left alone, as are items that no inventory declared, and `byHand` kinds once they exist.
 */
export function planOf(
  file: readonly Item[],
  here: readonly Existing[],
  byHand: ReadonlySet<ItemKind> = new Set(),
): Step[] {
  const existing = new Map(here.map((item) => [entryKey(item), item]));
  const wanted = new Map(file.map((item) => [entryKey(item), item]));
  const steps = ITEM_KINDS.flatMap((kind) => [...wanted.values()].filter((item) => item.kind === kind)).flatMap(
    (item): Step[] => {
      const now = existing.get(entryKey(item));
      if (!now) return [{ ...place(item), action: 'add', changes: differences(item.fields, {}, null) }];
      return byHand.has(item.kind) ? [] : changesOf(item, now);
    },
  );
  const gone = ITEM_KINDS.toReversed().flatMap((kind) =>
    byHand.has(kind)
      ? []
      : here.filter((item) => item.kind === kind && item.declared !== null && !wanted.has(entryKey(item))),
  );
  return [...steps, ...gone.map(removalOf)];
}

const place = ({ kind, ref }: Item) => ({ kind, ref });

function changesOf(item: Item, now: Existing): Step[] {
  const shared = SHARED_FIELDS[item.kind];
  const differing = differences(item.fields, now.fields, now.declared).filter(
    ({ field, file, declared }) =>
      shared === undefined ||
      // Operators own the fields that only the console changed.
      (shared.includes(field) && !(declared !== undefined && isSame(declared, file))),
  );
  if (differing.length === 0) return [];
  const clashes = differing.filter(
    ({ here, file, declared }) => declared !== undefined && !isSame(declared, here) && !isSame(declared, file),
  );
  const changes = differing.map((change) => {
    const { field, here, file } = change;
    return clashes.includes(change) ? change : { field, here, file };
  });
  return [{ ...place(item), action: clashes.length > 0 ? 'conflict' : 'change', changes }];
}

function differences(file: Fields, here: Fields, declared: Fields | null): Step['changes'] {
  return Object.keys(file)
    .filter((field) => !isSame(file[field], here[field]))
    .map((field) => ({
      field,
      here: here[field] ?? null,
      file: file[field],
      ...(declared && { declared: declared[field] ?? null }),
    }));
}

function removalOf(item: Existing): Step {
  const reason =
    item.kind === 'tenant' ? 'Tenants are deleted in the console, where they can be restored.' : item.usedBy;
  const changes = Object.entries(item.fields).map(([field, here]) => ({ field, here, file: null }));
  if (reason === null) return { ...place(item), action: 'remove', changes };
  return { ...place(item), action: 'refused', changes: [], reason };
}

const SIGNS = { add: '+', change: '~', remove: '-', conflict: '!', refused: '!' } as const;

/** The plan as a readable diff; the last line has the counts. */
export function planText(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ action, kind, ref, changes, reason }) => [
    `${SIGNS[action]} ${kind} ${ref}${whyNot(action, reason)}`,
    ...(action === 'change' || (action === 'conflict' && reason === undefined) ? changes : []).map(
      ({ field, here, file, declared }) =>
        `    ${field}: ${JSON.stringify(here)} -> ${JSON.stringify(file)}${declared === undefined ? '' : ` (was ${JSON.stringify(declared)})`}`,
    ),
  ]);
  return [...lines, countsText(steps)].join('\n');
}

function whyNot(action: PlanAction, reason: string | undefined): string {
  if (reason !== undefined) return `: ${action === 'refused' ? 'not removed. ' : ''}${reason}`;
  return action === 'conflict' ? ': changed here and in the file' : '';
}

/** `3 to add, 1 to change`, or that nothing differs. */
export function countsText(steps: readonly Step[]): string {
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length;
  const parts = [
    [count('add'), 'to add'],
    [count('change'), 'to change'],
    [count('remove'), 'to remove'],
    [count('conflict'), 'in conflict'],
    [count('refused'), 'not removed'],
  ].flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]));
  return parts.length === 0 ? 'Nothing differs.' : `${parts.join(', ')}.`;
}
