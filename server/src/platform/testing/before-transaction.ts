import type { TestCtx } from './test-ctx.ts';

/** Services whose transactions begin after `act`, which is told how many began before. What it does there, another process might have done. */
export function beforeTransaction(t: TestCtx, act: (number: number) => unknown): TestCtx {
  let begun = 0;
  const db = new Proxy(t.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction' || typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        await act(begun++);
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  return { ...t, db };
}
