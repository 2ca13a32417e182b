import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHES, benchFile } from '../bench/list.ts';
import { performancePage, readOutcomes, worsened, type Outcome } from '../bench/performance-page.ts';
import { listFiles } from './list-files.ts';

const [bench] = BENCHES;
if (bench === undefined) throw new Error('There is no bench.');
const outcome: Outcome = {
  bench,
  verdict: 'holds',
  seconds: 3,
  output: 'noise\n2.00 x (at least 0.5): ok\n',
  load: 0.1,
  measured: '2026-11-28 14:31 UTC, 2 x AMD EPYC, 24 GB',
};

describe('npm run bench', () => {
  it('runs every file of bench/ and packages/ with a run instruction, and no other', () => {
    const runnable = [...listFiles('bench'), ...listFiles('packages', ['node_modules'])]
      .filter((file) => readFileSync(file, 'utf8').includes(`node ${file}`))
      .map((file) => basename(file.endsWith('/bench.ts') ? dirname(file) : file, '.ts'));
    expect(BENCHES.map(({ name }) => name).toSorted()).toEqual(runnable.toSorted());
  });

  it('states for each claim how it was measured, the result, and missed limits', () => {
    const short: Outcome = {
      ...outcome,
      verdict: 'falls short',
      output: '2.00 x (at least 0.5): ok\n0.10 x (at least 0.5): TOO LITTLE\n',
    };
    const page = performancePage([outcome, short]);
    expect(page).toContain(bench.claim);
    expect(page).toContain(`node ${benchFile(bench.name)}`);
    expect(page).toContain('2.00 x (at least 0.5): ok');
    expect(page).not.toContain('noise');
    expect(page).toContain('1 hold, 1 fall short, 0 not measured.');
    expect(page).toContain(
      `- [${bench.name}](#${bench.name}) falls short\n  - 0.10 x (at least 0.5)\n\n## ${bench.name}`,
    );
    expect(performancePage([outcome])).toContain('Nothing: every limit was kept');
  });

  it('lists every missed limit, however the bench words its verdict and however much it prints', () => {
    const many = Array.from({ length: 20 }, (_, at) => `${at}.00 x (at least 0): ok`);
    const output = [...many, 'php: 5.0 x (at most 3): FAILED', 'the altered event is named: MISSED', ''].join('\n');
    const page = performancePage([{ ...outcome, verdict: 'falls short', output }]);
    expect(page).toContain('  - php: 5.0 x (at most 3)\n  - the altered event is named\n');
    expect(page).toContain('the altered event is named: MISSED\n```');
  });

  it('reports results over a quarter worse than on the page, but not noise within a tenth of the limit', () => {
    const measured = (output: string): Outcome => ({ ...outcome, output });
    const before = measured(
      'PATCH: 0.40 x (at least 0.3): ok\n1,000 rows: 8 ms (at most 100): ok\n10,000 rows: 60.0 ms (at most 100): ok',
    );
    const now = measured(
      'PATCH: 0.29 x (at least 0.3): TOO SLOW\n1,000 rows: 16 ms (at most 100): ok\n10,000 rows: 76 ms (at most 100): ok',
    );
    expect(worsened(before, now)).toEqual([
      'PATCH: 0.29 x (at least 0.3): TOO SLOW -- it was 0.40',
      '10,000 rows: 76 ms (at most 100): ok -- it was 60.0',
    ]);
    expect(worsened(before, before)).toEqual([]);
    expect(worsened(now, before)).toEqual([]);
    expect(worsened(measured('something else'), now)).toEqual([]);
  });

  it('reads a page back, so that some benches can be measured again', () => {
    const verdicts = ['holds', 'falls short', 'not measured'] as const;
    const all = BENCHES.map((one, at): Outcome => {
      const output = `${at}.00 x (at least 0.5): ok\n## no heading`;
      return { ...outcome, bench: one, verdict: verdicts[at % 3] ?? 'holds', seconds: at, output, load: at / 10 };
    });
    const page = performancePage(all);
    expect(page).toContain(` s | ${outcome.measured} |`);
    expect(performancePage(readOutcomes(page, BENCHES))).toBe(page);
    expect(readOutcomes('', BENCHES)).toEqual([]);
  });
});
