import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProbeResult } from '../../../ports/probes.ts';
import { judge, type Condition } from './judge.ts';

const START = Date.parse('2026-11-21T09:00:00.000Z');
const at = (check: number): Date => new Date(START + check * 20_000);
const fresh: Condition = {
  status: 1,
  warningCount: 0,
  slowBits: 0,
  against: 0,
  againstSince: null,
  lastOnline: null,
  lastOffline: null,
  lastCheck: null,
  responseMs: null,
  lastResponse: null,
  lastError: null,
  certificateEnds: null,
};
const LIMITS = { failuresToDown: 3, successesToUp: 2, slowMs: 1_500 };
const good: ProbeResult = { ok: true, ms: 100, response: '200 OK', error: null, certificateEnds: null };
const bad: ProbeResult = { ok: false, ms: 10_000, response: null, error: 'no answer', certificateEnds: null };

/** Runs consecutive checks; `g` is good, `b` is bad, `s` is slow. */
function run(checks: string, from = fresh) {
  let condition = from;
  const steps = [...checks].map((mark, index) => {
    const result = mark === 'b' ? bad : mark === 's' ? { ...good, ms: 1_501 } : good;
    const judgement = judge(condition, at(index), result, LIMITS);
    condition = judgement.condition;
    return judgement;
  });
  return { condition, steps };
}

describe('a monitor', () => {
  it('is offline after three consecutive failures, not two, and online after two successes, not one', () => {
    const { steps } = run('gbbgbbbgbggb');
    expect(steps.map(({ condition }) => condition.status).join('')).toBe('111111000011');
  });

  it('has an outage from the first of the three failures to the first of the two successes', () => {
    const { steps } = run('gbbbbgg');
    expect(steps[3]?.began).toEqual({ at: at(1), error: 'no answer', failures: 3 });
    expect(steps[6]?.ended).toEqual(at(5));
    expect(steps.filter(({ began, ended }) => began || ended)).toHaveLength(2);
  });

  it('is not online again after a single success', () => {
    const { condition } = run('gbbbgb');
    expect(condition).toMatchObject({ status: 0, lastOnline: at(0), lastOffline: at(5) });
  });

  it('has a warning while three of its last five responses are slow', () => {
    const { steps } = run('ssgsgggg');
    expect(steps.map(({ condition }) => condition.warningCount).join('')).toBe('00011000');
    expect(steps[3]?.condition.lastError).toBe('Slower than 1,500 ms in 3 of 5 checks');
    expect(steps[7]?.condition.lastError).toBeNull();
    expect(steps.map(({ changed }) => Number(changed)).join('')).toBe('10010100');
  });

  it('keeps its slow responses and their warning across a failure', () => {
    expect(
      run('ssbs')
        .steps.map(({ condition }) => condition.warningCount)
        .join(''),
    ).toBe('0001');
    const { steps } = run('sssbbg');
    expect(steps.map(({ condition }) => condition.warningCount).join('')).toBe('001111');
    expect(steps[3]?.condition.lastError).toBe('no answer');
  });

  it.each([
    [13, 1, 'Certificate expires in 13 days'],
    [1, 1, 'Certificate expires in 1 day'],
    [14, 0, null],
  ])('whose certificate expires in %i days has %i warnings', (days, count, text) => {
    const certificateEnds = new Date(START + (days * 24 + 1) * 3_600_000);
    const { condition } = judge(fresh, at(0), { ...good, certificateEnds }, LIMITS);
    expect([condition.warningCount, condition.lastError]).toEqual([count, text]);
    // Facts missing from a later response are kept.
    expect(judge(condition, at(1), good, LIMITS).condition.warningCount).toBe(count);
  });

  it('never flips without the required consecutive results', () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('g', 'b'), maxLength: 200 }), (checks) => {
        const { steps } = run(checks);
        let before = 1;
        for (const [index, { condition, began, ended }] of steps.entries()) {
          const tail = checks.slice(0, index + 1);
          if (condition.status !== before) {
            reached += 1;
            expect(tail.endsWith(condition.status === 0 ? 'bbb' : 'gg')).toBe(true);
          }
          if (tail.endsWith('bbb')) {
            reached += 1;
            expect(condition.status).toBe(0);
          }
          if (tail.endsWith('gg')) {
            reached += 1;
            expect(condition.status).toBe(1);
          }
          expect(began !== null).toBe(before === 1 && condition.status === 0);
          expect(ended !== null).toBe(before === 0 && condition.status === 1);
          before = condition.status;
        }
      }),
    );
    expect(reached).toBeGreaterThan(0);
  });
});
