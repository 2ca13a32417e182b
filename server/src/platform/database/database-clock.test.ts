import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createDatabaseClock } from './database-clock.ts';
import type { Db } from './database.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');

/** A machine whose clock is off by `skewMs`, and a database with the given round-trip time in ms. */
function world(skewMs: number) {
  let real = NOW;
  const lines: string[] = [];
  const clock = createDatabaseClock({
    machine: { now: () => new Date(real + skewMs) },
    elapsed: () => real - NOW,
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  });
  const pass = (ms: number) => void (real += ms);
  const ask = (there: number, back: number) => {
    const execute = async () => {
      pass(there);
      const answer = { rows: [{ ms: String(real) }] };
      pass(back);
      return answer;
    };
    return clock.follow({ execute } as unknown as Db);
  };
  return { clock, ask, pass, lines, real: () => real };
}

it('follows the database clock on machines with up to 120 s of skew, as precisely as the samples allow', async () => {
  const way = fc.nat(400);
  const asked = fc.array(fc.record({ there: way, back: way, later: fc.nat(2_000) }), { minLength: 1, maxLength: 20 });
  const property = fc.asyncProperty(fc.integer({ min: -120_000, max: 120_000 }), asked, async (skewMs, questions) => {
    const { clock, ask, pass, real } = world(skewMs);
    expect(clock.now().getTime()).toBe(NOW + skewMs);
    let best = Infinity;
    for (const { there, back, later } of questions) {
      await ask(there, back);
      best = Math.min(best, there + back);
      expect(Math.abs(clock.now().getTime() - real())).toBeLessThanOrEqual(best + 1);
      pass(later);
      expect(Math.abs(clock.now().getTime() - real())).toBeLessThanOrEqual(best + 1);
    }
  });
  await fc.assert(property);
});

it('logs the skew of the machine once', async () => {
  const { ask, lines } = world(12_000);
  await ask(1, 1);
  await ask(1, 1);
  expect(lines.map((line) => (JSON.parse(line) as { aheadMs: number }).aheadMs)).toEqual([12_000]);
});
