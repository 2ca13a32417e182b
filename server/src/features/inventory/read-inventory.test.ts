import { describe, expect, it } from 'vitest';
import { parseInventory } from './read-inventory.ts';
import { smallInventory } from './testing/small-inventory.ts';

describe('a faulty inventory', () => {
  const faultsOf = (text: string): string[] => {
    try {
      parseInventory(text);
    } catch (error) {
      return (error as { messages: string[] }).messages;
    }
    return [];
  };

  it('is refused with all faults and their places', () => {
    const inventory = smallInventory();
    for (const tenant of inventory.tenants) tenant.region = 'mars';
    expect(faultsOf(JSON.stringify(inventory))).toEqual([
      'The inventory was not imported. Correct it and start again.',
      'tenants[0] (Brimham Active).region: there is no "mars"',
      'tenants[1] (Fenland Training).region: there is no "mars"',
      'tenants[2] (Wharfe Valley).region: there is no "mars"',
    ]);
  });

  it('names the place of what has the wrong form', () => {
    const inventory = smallInventory() as unknown as {
      tenants: { active: unknown; name: unknown }[];
      regions: unknown;
    };
    inventory.tenants[1]!.active = 'yes';
    inventory.tenants[2]!.name = '';
    inventory.regions = null;
    const faults = faultsOf(JSON.stringify(inventory)).join('\n');
    for (const place of ['tenants[1].active: ', 'tenants[2].name: ', 'regions: ']) expect(faults).toContain(place);
  });

  it.each(['', 'no json', '[]', 'null', '{"__proto__": {}}'])('is refused when it is %j', (text) => {
    expect(faultsOf(text).length).toBeGreaterThan(1);
  });
});
