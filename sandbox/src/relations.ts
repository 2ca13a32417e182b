import type { InventoryRelation, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { createDice } from './random.ts';
import { BRIMHAM, BRIMHAM_PARENT, BRIMHAM_TRAINING } from './brimham-relatives.ts';

/** Groups of sites under one owner: a parent with 3 to 8 children, now and then a child with a site of its own. No circles. */
export function buildRelations(seed: number, tenants: readonly InventoryTenant[]): InventoryRelation[] {
  const dice = createDice(seed, 'relations');
  const names = new Set(tenants.map((one) => one.name));
  const own = [
    { parent: BRIMHAM_PARENT, child: BRIMHAM },
    { parent: BRIMHAM, child: BRIMHAM_TRAINING },
  ].filter(({ parent, child }) => names.has(parent) && names.has(child));
  const taken = new Set([BRIMHAM, BRIMHAM_PARENT, BRIMHAM_TRAINING]);
  const byOwner = Map.groupBy(
    tenants.filter((one) => !taken.has(one.name)),
    (one) => one.account,
  );
  const groups = [...byOwner.values()].flatMap((sites): InventoryRelation[] => {
    const [head, ...rest] = sites.map((site) => site.name);
    if (head === undefined || rest.length < 3 || !dice.chance(0.6)) return [];
    const children = rest.slice(0, dice.int(3, 8));
    const below = rest[children.length];
    const [first = head] = children;
    return [
      ...children.map((child) => ({ parent: head, child })),
      ...(below !== undefined && dice.chance(0.4) ? [{ parent: first, child: below }] : []),
    ];
  });
  return [...own, ...groups];
}
