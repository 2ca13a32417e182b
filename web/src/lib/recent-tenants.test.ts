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

describe('the tenants opened last', () => {
  it('are the last eight, newest first, each once', () => {
    const { storage, recent } = open();
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) recent.add(tenant(id));
    expect(recent.list().map(({ id }) => id)).toEqual([3, 9, 8, 7, 6, 5, 4, 2]);
    // What another tab or the next visit sees.
    expect(open(storage).recent.list()).toEqual(recent.list());
  });

  it('have the name of now', () => {
    const { recent } = open();
    recent.add({ id: 1, name: 'Old' });
    recent.add({ id: 1, name: 'New' });
    expect(recent.list()).toEqual([{ id: 1, name: 'New' }]);
  });

  it('lose what is removed, and all when cleared', () => {
    const { storage, recent } = open();
    for (const id of [1, 2, 3]) recent.add(tenant(id));
    recent.remove(2);
    recent.remove(77);
    expect(recent.list().map(({ id }) => id)).toEqual([3, 1]);
    recent.clear();
    expect(recent.list()).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('are not those of another person', () => {
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

  it('are always tenants with an id and a name, whatever the browser keeps', () => {
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

  it('are none where storage is blocked, without a complaint', () => {
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
