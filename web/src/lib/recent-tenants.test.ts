import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentTenants } from './recent-tenants.ts';
import { memoryStorage } from './testing/memory-storage.ts';

const KEY = 'recentTenants';
const tenant = (id: number) => ({ id, name: `Tenant ${id}` });

function open(storage = memoryStorage(), user = 'amelia.hart') {
  return {
    storage,
    recent: createRecentTenants(
      () => storage,
      () => user,
    ),
  };
}

describe('recently opened tenants', () => {
  it('are the last eight, newest first, each once', () => {
    const { storage, recent } = open();
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) recent.add(tenant(id));
    expect(recent.list().map(({ id }) => id)).toEqual([3, 9, 8, 7, 6, 5, 4, 2]);
    // Read by another tab or the next visit.
    expect(open(storage).recent.list()).toEqual(recent.list());
  });

  it('have their current names', () => {
    const { recent } = open();
    recent.add({ id: 1, name: 'Old' });
    recent.add({ id: 1, name: 'New' });
    expect(recent.list()).toEqual([{ id: 1, name: 'New' }]);
  });

  it('are removed one by one or all at once', () => {
    const { storage, recent } = open();
    for (const id of [1, 2, 3]) recent.add(tenant(id));
    recent.remove(2);
    recent.remove(77);
    expect(recent.list().map(({ id }) => id)).toEqual([3, 1]);
    recent.clear();
    expect(recent.list()).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('are not shown to another user', () => {
    const { storage, recent } = open();
    recent.add(tenant(1));
    const other = open(storage, 'tom.okafor').recent;
    expect(other.list()).toEqual([]);
    other.add(tenant(2));
    expect(other.list()).toEqual([tenant(2)]);
  });

  it.each(['', '{', 'null', '[]', '7', '{"user":"amelia.hart"}', '{"user":"amelia.hart","tenants":{"length":3}}'])(
    'are none when the browser keeps %j, and can be added to',
    (text) => {
      const { storage, recent } = open();
      storage.setItem(KEY, text);
      expect(recent.list()).toEqual([]);
      recent.add(tenant(1));
      expect(recent.list()).toEqual([tenant(1)]);
    },
  );

  it('always have an id and a name, whatever the storage contains', () => {
    const { storage, recent } = open();
    const entry = fc.oneof(fc.jsonValue(), fc.record({ id: fc.jsonValue(), name: fc.jsonValue() }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (tenants) => {
        storage.setItem(KEY, JSON.stringify({ user: 'amelia.hart', tenants }));
        for (const { id, name } of recent.list()) {
          expect(Number.isSafeInteger(id) && id > 0).toBe(true);
          expect(typeof name).toBe('string');
        }
        expect(recent.list().length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('are empty where storage is blocked, without an error', () => {
    const blocked = createRecentTenants(
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
      () => 'amelia.hart',
    );
    blocked.add(tenant(1));
    blocked.remove(1);
    blocked.clear();
    expect(blocked.list()).toEqual([]);
  });
});
