import { expect, it, vi } from 'vitest';
import { z } from 'zod';

it('gives pages without TLS random UUIDs', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { randomUuid } = await import('./random-uuid.ts');
  expect(crypto.randomUUID).toBe(randomUuid);
  const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
  vi.unstubAllGlobals();
  expect(new Set(ids).size).toBe(100);
  expect(z.array(z.uuid()).safeParse(ids).success).toBe(true);
});
