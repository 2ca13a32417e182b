import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batched } from './batched.ts';

it('reads keys that come during a read together, each once', async () => {
  const reads: string[][] = [];
  const gates: (() => void)[] = [];
  const find = batched(async (keys: string[]) => {
    reads.push(keys);
    await new Promise<void>((resolve) => gates.push(resolve));
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  const answers = [find('a'), find('a'), find('b')];
  gates.shift()?.();
  await Promise.resolve();
  await expect(answers[0]).resolves.toBe('A');
  gates.shift()?.();
  expect(await Promise.all(answers)).toEqual(['A', 'A', 'B']);
  expect(reads).toEqual([['a'], ['a', 'b']]);
});

it('fails those who wait for the failed read, and reads again afterwards', async () => {
  let broken = true;
  const find = batched((keys: number[]) =>
    broken ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
  );
  await expect(find(1)).rejects.toThrow('down');
  broken = false;
  expect(await find(1)).toBe(1);
  expect(await find(2)).toBe(2);
});

it('never answers with a read that began before it was asked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      async (scheduler, steps) => {
        let stored = 0;
        const find = batched(async (keys: string[]) => {
          const seen = stored;
          await scheduler.schedule(Promise.resolve());
          return new Map(keys.map((key) => [key, seen]));
        });
        const asked: Promise<boolean>[] = [];
        for (const write of steps) {
          if (write) stored += 1;
          const least = stored;
          asked.push(find('counter').then((found) => (found ?? -1) >= least));
          if (scheduler.count() > 1) await scheduler.waitNext(1);
        }
        await scheduler.waitFor(Promise.all(asked));
        expect(await Promise.all(asked)).not.toContain(false);
      },
    ),
  );
});
