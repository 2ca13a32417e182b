import { ITEM_KINDS, type ItemKind, type PlanAction } from '@mission-control/contract/inventory/plan';
import { isDeepStrictEqual } from 'node:util';

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

/** Kinds that operators own once they exist: the inventory adds them and shares only the listed fields. */
const SHARED_FIELDS: Partial<Record<ItemKind, readonly string[]>> = { tenant: ['name', 'account'] };

const keyOf = ({ kind, ref }: Pick<Item, 'kind' | 'ref'>) => `${kind} ${ref}`;
const same = (a: unknown, b: unknown) => isDeepStrictEqual(a, b);

/**
 * The steps that bring the console to the state declared by an inventory; none if it is already there. A field changed both here and in
 * the file is a conflict, and its item is left alone, as are items that no inventory declared, and `byHand` kinds once they exist.
 */
export function planOf(
  file: readonly Item[],
  here: readonly Existing[],
  byHand: ReadonlySet<ItemKind> = new Set(),
): Step[] {
  const existing = new Map(here.map((one) => [keyOf(one), one]));
  const wanted = new Map(file.map((one) => [keyOf(one), one]));
  const inOrder = (kinds: readonly ItemKind[]) =>
    kinds.flatMap((kind) => [...wanted.values()].filter((one) => one.kind === kind));
  const steps = inOrder(ITEM_KINDS).flatMap((one): Step[] => {
    const now = existing.get(keyOf(one));
    if (!now) return [{ ...place(one), action: 'add', changes: differences(one.fields, {}, null) }];
    return byHand.has(one.kind) ? [] : changesOf(one, now);
  });
  const gone = ITEM_KINDS.toReversed().flatMap((kind) =>
    here.filter((one) => one.kind === kind && one.declared !== null && !wanted.has(keyOf(one)) && !byHand.has(kind)),
  );
  return [...steps, ...gone.map(removalOf)];
}

const place = ({ kind, ref }: Item) => ({ kind, ref });

function changesOf(one: Item, now: Existing): Step[] {
  const shared = SHARED_FIELDS[one.kind];
  const differing = differences(one.fields, now.fields, now.declared).filter(
    ({ field, file }) =>
      shared === undefined ||
      // Operators own the fields that only the console changed.
      (shared.includes(field) && !(now.declared && same(now.declared[field], file))),
  );
  if (differing.length === 0) return [];
  const clashes = differing.filter(
    ({ field, here, file }) => now.declared && !same(now.declared[field], here) && !same(now.declared[field], file),
  );
  const changes = differing.map((change) => {
    const { field, here, file } = change;
    return clashes.includes(change) ? change : { field, here, file };
  });
  return [{ ...place(one), action: clashes.length > 0 ? 'conflict' : 'change', changes }];
}

function differences(file: Fields, here: Fields, declared: Fields | null): Step['changes'] {
  return Object.keys(file)
    .filter((field) => !same(file[field], here[field]))
    .map((field) => ({
      field,
      here: here[field] ?? null,
      file: file[field],
      ...(declared && { declared: declared[field] ?? null }),
    }));
}

function removalOf(one: Existing): Step {
  const reason = one.kind === 'tenant' ? 'Tenants are deleted in the console, where they can be restored.' : one.usedBy;
  const changes = Object.entries(one.fields).map(([field, here]) => ({ field, here, file: null }));
  if (reason === null) return { ...place(one), action: 'remove', changes };
  return { ...place(one), action: 'refused', changes: [], reason };
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
