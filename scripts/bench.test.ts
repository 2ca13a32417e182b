import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BENCHES } from '../bench/list.ts';
import { performancePage, type Outcome } from '../bench/performance-page.ts';

const [bench] = BENCHES;
if (bench === undefined) throw new Error('There is no bench.');
const outcome: Outcome = {
  bench,
  verdict: 'holds',
  seconds: 3,
  output: 'noise\n2.00 x (at least 0.5): ok\n',
  load: 0.1,
};

describe('npm run bench', () => {
  it('runs every file of bench/ that says how it is run, and no other', () => {
    const files = readdirSync('bench').map((file) => file.replace(/\.ts$/, ''));
    const runnable = files.filter((name) => readFileSync(`bench/${name}.ts`, 'utf8').includes(`node bench/${name}.ts`));
    expect(BENCHES.map(({ name }) => name).toSorted()).toEqual(runnable.toSorted());
  });

  it('says of each claim how it was measured, what was found, and what is not held', () => {
    const short: Outcome = { ...outcome, verdict: 'falls short', output: '0.10 x (at least 0.5): TOO LITTLE\n' };
    const page = performancePage([outcome, short], { machine: ['a machine'], minutes: 12 });
    expect(page).toContain(bench.claim);
    expect(page).toContain(`node bench/${bench.name}.ts`);
    expect(page).toContain('2.00 x (at least 0.5): ok');
    expect(page).not.toContain('noise');
    expect(page).toContain('1 hold, 1 fall short, 0 not measured.');
    expect(page).toContain(`- [${bench.name}](#${bench.name}): falls short.`);
    expect(performancePage([outcome], { machine: [], minutes: 1 })).toContain('Nothing: every limit was kept');
  });
});
