import type { TestCtx } from './test-ctx.ts';

/** Services that call `act` before each transaction, with the number of earlier ones, to simulate a concurrent process. */
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
