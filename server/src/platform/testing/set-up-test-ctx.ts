import { afterAll, beforeAll } from 'vitest';
import { createTestCtx, type TestCtx } from './test-ctx.ts';

/** The context of a test file, or of a `describe`: created and filled before its tests, closed after them. */
export function setUpTestCtx(fill?: (t: TestCtx) => Promise<unknown>): TestCtx {
  const t = {} as TestCtx;
  beforeAll(async () => {
    Object.assign(t, await createTestCtx());
    await fill?.(t);
  });
  afterAll(() => t.close());
  return t;
}
