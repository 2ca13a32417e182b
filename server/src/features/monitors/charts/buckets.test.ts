import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { bucketsOf, latencyOf, packMinutes, unpackMinutes, uptimeOf, widen } from './buckets.ts';
import { hourOf, packResults, unpackResults, type Result } from '../probe/results.ts';

const START = Date.parse('2026-11-20T22:00:00.000Z');

/** Checks about every 20 s over up to several hours, with outages of any length. */
const history = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 15_000, max: 90_000 }),
      ok: fc.boolean(),
      run: fc.integer({ min: 1, max: 90 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => {
    let at = START;
    return parts.flatMap(({ gap, ok, run }) =>
      Array.from({ length: run }, (_, index): Result => {
        at += gap;
        return { at: new Date(at), ok, ms: 100 + ((index * 37) % 900) };
      }),
    );
  });

const exact = (results: readonly Result[]): number => (results.filter(({ ok }) => ok).length / results.length) * 100;

/** The contents of the rings, after packing and unpacking. */
function ringsOf(results: readonly Result[]) {
  const hours = Map.groupBy(results, ({ at }) => hourOf(at).getTime());
  const raw = [...hours].map(([hour, part]) => ({ hour, results: unpackResults(new Date(hour), packResults(part)) }));
  return {
    raw: raw.flatMap((one) => one.results),
    minute: raw.flatMap((one) => unpackMinutes(one.hour, packMinutes(one.hour, bucketsOf(one.results, MINUTE_MS)))),
    hour: raw.flatMap((one) => bucketsOf(one.results, HOUR_MS)),
    day: widen(
      raw.flatMap((one) => bucketsOf(one.results, HOUR_MS)),
      DAY_MS,
    ),
  };
}

describe('the rings', () => {
  it('preserve every raw result', () => {
    fc.assert(
      fc.property(history, (results) => {
        expect(ringsOf(results).raw).toEqual(results);
      }),
    );
  });

  it('match the raw results in uptime, to 0.001, and mean latency', () => {
    fc.assert(
      fc.property(history, (results) => {
        const { minute, hour, day } = ringsOf(results);
        const good = results.filter(({ ok }) => ok);
        const mean = good.length === 0 ? null : good.reduce((sum, { ms }) => sum + ms, 0) / good.length;
        for (const ring of [minute, hour, day]) {
          expect(Math.abs((uptimeOf(ring) ?? -1) - exact(results))).toBeLessThanOrEqual(0.001);
          if (mean === null) expect(latencyOf(ring)).toBeNull();
          else expect(latencyOf(ring)).toBeCloseTo(mean, 3);
        }
      }),
    );
  });

  it('lose no part of an outage longer than their buckets', () => {
    fc.assert(
      fc.property(history, (results) => {
        const rings = ringsOf(results);
        for (const [ring, span] of [
          [rings.minute, MINUTE_MS],
          [rings.hour, HOUR_MS],
          [rings.day, DAY_MS],
        ] as const) {
          for (const outage of outagesOf(results)) {
            if (outage.to - outage.from <= span) continue;
            const within = ring.filter(({ start }) => start + span > outage.from && start <= outage.to);
            expect(within.some(({ failures }) => failures > 0)).toBe(true);
            expect(within.reduce((sum, { failures }) => sum + failures, 0)).toBeGreaterThanOrEqual(outage.failures);
          }
        }
      }),
    );
  });
});

/** Runs of consecutive failures. */
function outagesOf(results: readonly Result[]): { from: number; to: number; failures: number }[] {
  const outages: { from: number; to: number; failures: number }[] = [];
  let open = false;
  for (const { at, ok } of results) {
    const last = outages.at(-1);
    if (ok) open = false;
    else if (open && last) {
      last.to = at.getTime();
      last.failures += 1;
    } else {
      outages.push({ from: at.getTime(), to: at.getTime(), failures: 1 });
      open = true;
    }
  }
  return outages;
}
