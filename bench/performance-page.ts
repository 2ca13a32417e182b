import { benchFile, type Bench } from './list.ts';

/** Outcome of a bench: all limits kept, one missed, or not measured (broken, out of time). */
export interface Outcome {
  readonly bench: Bench;
  readonly verdict: 'holds' | 'falls short' | 'not measured';
  readonly seconds: number;
  readonly output: string;
  /** Load average of the previous minute; above 0.5, other processes were running. */
  readonly load: number;
  /** Time and machine, as `2026-11-28 14:31 UTC, 2 x AMD EPYC, 24 GB`. */
  readonly measured: string;
}

const commandOf = ({ name, args = [] }: Bench): string => ['node', benchFile(name), ...args].join(' ');

/** A line that compares a measured value with its limit, or ends with a verdict. */
const COMPARED = /\b(at least|at most|under|limit|ratio|lost|faults|accepted|left out)\b|: ok$/;
/** A line that ends with another verdict than `ok`. */
const MISSED = /: [A-Z]+(?: [A-Z]+)?$/;
const MAX_LINES = 16;

/** The relevant output: lines with a limit or a verdict, or else the last ones. No missed limit is left out. */
function measuredLines(output: string): readonly string[] {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const compared = lines.filter((line) => COMPARED.test(line) || MISSED.test(line));
  if (compared.length === 0) return lines.slice(-3);
  return compared.filter((line, at) => at < MAX_LINES || MISSED.test(line));
}

/** The measured value and its limit in a line such as `0.48 x (at least 0.4): ok`. */
const JUDGED = /([\d.]+)[^\d(]*(?: of \d+)? \((?:median |under )?(at most|at least)? ?([\d.]+)/;
const MAX_WORSE = 0.25;

/**
 * Lines of an outcome that are more than a quarter worse than on the page, and by more than a tenth of their limit: below that it is
 * noise.
 */
export function worsened(before: Outcome, now: Outcome): string[] {
  const placeOf = (line: string): string => line.replaceAll(/[\d.]+/g, '#').replace(/[^:]*$/, '');
  // Lines that differ only in their numbers are matched in order.
  const old = Map.groupBy(measuredLines(before.output), placeOf);
  return measuredLines(now.output).flatMap((line) => {
    const then = old.get(placeOf(line))?.shift();
    const [, value, sense, limit] = JUDGED.exec(line) ?? [];
    const known = JUDGED.exec(then ?? '')?.[1];
    if (value === undefined || known === undefined) return [];
    const lost = (Number(value) - Number(known)) * (sense === 'at least' ? -1 : 1);
    const isWorse = lost > Number(known) * MAX_WORSE && lost > Number(limit) / 10;
    return isWorse ? [`${line} -- it was ${known}`] : [];
  });
}

const shortfall = ({ bench, verdict, output }: Outcome): string =>
  [
    `- [${bench.name}](#${bench.name}) ${verdict === 'falls short' ? 'falls short' : 'was not measured'}`,
    ...measuredLines(output)
      .filter((line) => MISSED.test(line))
      .map((line) => `  - ${line.replace(MISSED, '')}`),
  ].join('\n');

const row = ({ bench, verdict, seconds, measured }: Outcome): string =>
  `| [${bench.name}](#${bench.name}) | ${verdict === 'holds' ? 'holds' : `**${verdict}**`} | ${seconds.toFixed(0)} s | ${measured} |`;

const section = ({ bench, verdict, output, load }: Outcome): string =>
  [
    `## ${bench.name}`,
    '',
    bench.claim,
    '',
    `**${verdict[0]?.toUpperCase()}${verdict.slice(1)}**, by \`${commandOf(bench)}\`; load before it ${load.toFixed(1)}${bench.beside === undefined ? '' : `, ${bench.beside === true ? 'another of these' : bench.beside} beside it`}.${bench.shortened === undefined ? '' : ` ${bench.shortened}`}`,
    '',
    '```text',
    ...measuredLines(output),
    '```',
    '',
  ].join('\n');

/** Reads the outcomes of these benches from a page. */
export function readOutcomes(page: string, benches: readonly Bench[]): Outcome[] {
  return benches.flatMap((bench) => {
    const [, verdict, seconds, measured] =
      new RegExp(`^\\| \\[${bench.name}\\].*\\| \\**([a-z ]+?)\\** \\| (\\d+) s \\| (.*) \\|$`, 'm').exec(page) ?? [];
    const text = page.split(`\n## ${bench.name}\n`)[1]?.split('\n## ')[0] ?? '';
    const load = /; load before it (\d+\.\d)/.exec(text)?.[1];
    const output = /```text\n([^]*?)\n```/.exec(text)?.[1];
    if (verdict === undefined || measured === undefined || load === undefined || output === undefined) return [];
    const figures = { seconds: Number(seconds), load: Number(load), measured };
    return [{ bench, verdict: verdict as Outcome['verdict'], output, ...figures }];
  });
}

/** Renders docs/performance.md. */
export function performancePage(outcomes: readonly Outcome[]): string {
  const count = (verdict: Outcome['verdict']): number => outcomes.filter((one) => one.verdict === verdict).length;
  const minutes = outcomes.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const open = outcomes.filter(({ verdict }) => verdict !== 'holds');
  const shortfalls = open.length === 0 ? 'Nothing: every limit was kept.' : open.map(shortfall).join('\n');
  return [
    '# Performance',
    '',
    `Made by \`npm run bench\`, which runs every bench of \`bench/\` with short settings, in ${minutes.toFixed(0)} minutes; not edited by hand. Ratios compare two things of one run, so`,
    'they say the same on another machine; times do not, and both suffer when others are at work: the load is the number of processes that wanted to run in the minute before.',
    'The last column says when and where each was measured, because a bench may be run again on its own.',
    '',
    `${count('holds')} hold, ${count('falls short')} fall short, ${count('not measured')} not measured.`,
    '',
    '| Bench | Result | Took | Measured |',
    '| --- | --- | --- | --- |',
    ...outcomes.map(row),
    '',
    '## What falls short',
    '',
    shortfalls,
    '',
    ...outcomes.map(section),
  ].join('\n');
}
