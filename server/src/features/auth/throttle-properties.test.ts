import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Counter } from './queries-throttle.ts';
import { judge, MAX_DELAY_MS } from './throttle.ts';

/** The counters of one name, as the database keeps them. */
function nameUnderAttack() {
  const kept = new Map<string, Counter>();
  let ms = 0;
  /** An attempt with a wrong password; returns the seconds to wait, 0 when the password was checked. */
  const attempt = (from: string, isDevice = false): number => {
    const keys: Record<string, string> = isDevice
      ? { device: from }
      : { account: 'the name', address: `ip ${from}`, turn: `turn ${from}` };
    const found = Object.fromEntries(Object.entries(keys).map(([kind, key]) => [kind, kept.get(key)]));
    const { waitSeconds, after } = judge(found as Parameters<typeof judge>[0], new Date(ms));
    for (const [kind, counter] of Object.entries(after)) {
      const key = keys[kind] ?? '';
      if (counter) kept.set(key, counter);
      else kept.delete(key);
    }
    return waitSeconds;
  };
  return { attempt, pass: (seconds: number) => (ms += seconds * 1000), now: () => ms / 1000 };
}

const MAX_WAIT_S = MAX_DELAY_MS / 1000;
/** Attempts from up to 50 addresses, up to an hour apart. */
const attack = fc.array(
  fc.record({ from: fc.integer({ min: 0, max: 49 }), after: fc.integer({ min: 0, max: 3600 }) }),
  {
    maxLength: 150,
  },
);

it('checks the first attempt of a known device at once, whatever was tried elsewhere', () => {
  fc.assert(
    fc.property(attack, (steps) => {
      const name = nameUnderAttack();
      for (const { from, after } of steps) {
        name.pass(after);
        name.attempt(String(from));
      }
      expect(name.attempt('her laptop', true)).toBe(0);
    }),
  );
});

it('checks a new address after at most one wait of 15 minutes, whatever is tried elsewhere meanwhile', () => {
  let waited = 0;
  fc.assert(
    fc.property(attack, attack, (before, meanwhile) => {
      const name = nameUnderAttack();
      for (const { from, after } of before) {
        name.pass(after);
        name.attempt(String(from));
      }
      for (let at = 0; at < 5; at += 1) name.attempt(`the last address ${at}`);
      const wait = name.attempt('owner');
      expect(wait).toBeLessThanOrEqual(MAX_WAIT_S);
      const until = name.now() + wait;
      for (const { from, after } of meanwhile) {
        if (name.now() + after > until) break;
        name.pass(after);
        name.attempt(String(from));
      }
      name.pass(until - name.now());
      fc.pre(wait > 0);
      waited += 1;
      expect(name.attempt('owner')).toBe(0);
    }),
  );
  expect(waited).toBeGreaterThan(0);
});

it('checks at most five guesses from anywhere, then one for each address and wait', () => {
  let throttled = 0;
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: fc.integer({ min: 0, max: 49 }), after: fc.integer({ min: 0, max: 29 }) }), {
        minLength: 100,
        maxLength: 300,
      }),
      (steps) => {
        const name = nameUnderAttack();
        const asked = new Set<number>();
        let checked = 0;
        for (const { from, after } of steps) {
          name.pass(after);
          const isChecked = name.attempt(String(from)) === 0;
          // New addresses are not served after five failures.
          expect(isChecked && checked >= 5 && !asked.has(from)).toBe(false);
          if (checked >= 5) {
            throttled += 1;
            asked.add(from);
          }
          if (isChecked) {
            checked += 1;
            asked.delete(from);
          }
        }
        const addresses = new Set(steps.map(({ from }) => from)).size;
        expect(checked).toBeLessThanOrEqual(5 + addresses * Math.ceil(name.now() / 30));
      },
    ),
  );
  expect(throttled).toBeGreaterThan(100);
});

it('limits guesses to 200 a day from one address or one known device', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 1800 }), { minLength: 50, maxLength: 200 }),
      (isDevice, pauses) => {
        const name = nameUnderAttack();
        let checked = 0;
        for (let at = 0; name.now() < 24 * 60 * 60; at += 1) {
          if (name.attempt('somebody', isDevice) === 0) checked += 1;
          name.pass(pauses[at % pauses.length] ?? 1);
        }
        expect(checked).toBeLessThanOrEqual(200);
      },
    ),
    { numRuns: 50 },
  );
});
