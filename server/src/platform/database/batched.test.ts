import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batched, shared } from './batched.ts';

it('batches the keys of one turn, each once, and puts keys requested during a read into the next one', async () => {
  const reads: string[][] = [];
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const find = batched(async (keys: string[]) => {
    const read = reads.push(keys) - 1;
    begun[read]?.resolve();
    await gates[read]?.promise;
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  const first = [find('a'), find('a'), find('b')];
  await begun[0]?.promise;
  const later = [find('a'), find('c'), find('c')];
  gates[0]?.resolve();
  expect(await Promise.all(first)).toEqual(['A', 'A', 'B']);
  gates[1]?.resolve();
  expect(await Promise.all(later)).toEqual(['A', 'C', 'C']);
  expect(reads).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
});

it('rejects the waiters of a failed read and reads again afterwards', async () => {
  let broken = true;
  const find = batched((keys: number[]) =>
    broken ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
  );
  await expect(find(1)).rejects.toThrow('down');
  broken = false;
  expect(await find(1)).toBe(1);
  expect(await find(2)).toBe(2);
});

it('never returns the result of a read that started before the request', async () => {
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

it('shares a read among the requests of one turn, and the next one among those that arrive meanwhile', async () => {
  const reads: string[][] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = Promise.withResolvers<void>();
  const read = shared(async (requests: string[]) => {
    const number = reads.push(requests);
    begun.resolve();
    await gates[number - 1]?.promise;
    return number === 1 ? undefined : number;
  });
  const first = [read('a'), read('b')];
  await begun.promise;
  const later = [read('c'), read('d'), read('e')];
  gates[0]?.resolve();
  expect(await Promise.all(first)).toEqual([undefined, undefined]);
  gates[1]?.resolve();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(reads).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});
