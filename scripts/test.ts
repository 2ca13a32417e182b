import { buildWeb } from './build-web.ts';
import { endOnInterrupt } from './gates/gate.ts';
import { gates, reportGate, runGate } from './gates/index.ts';
import { findSkipped, listFailures, runPlaywright, runVitest, type SuiteReport } from './suites.ts';
import { noPostgres, peersRequired, testOnPostgres } from './test-postgres.ts';

/** A step of the run that is not a test. */
interface Step {
  readonly name: string;
  readonly ok: boolean;
}

const suites: SuiteReport[] = [];
const steps: Step[] = [];
const skippedSuites: string[] = [];
const MAX_LINES = 400;

const line = (word: string, name: string, started: number, rest = '') =>
  console.log(
    `${word.padEnd(6)}${name.padEnd(12)}${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${rest}`,
  );

async function runSuite(name: string, advice: string, run: () => Promise<SuiteReport | undefined>): Promise<void> {
  const started = performance.now();
  const report = await run().catch((error: unknown) => ({ cases: [], ok: false, output: String(error) }));
  if (report === undefined) {
    skippedSuites.push(name);
    return line('skip', name, started, noPostgres);
  }
  suites.push(report);
  const count = (state: string) => report.cases.filter((one) => one.state === state).length;
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
  line(report.ok ? 'ok' : 'FAIL', name, started, counts);
  if (report.ok) return;
  // An error outside of tests counts as one failure.
  if (count('failed') === 0) steps.push({ name, ok: false });
  // First, because the end of a log may be cut off.
  for (const text of listFailures(report.cases)) console.log(`        ${text}`);
  for (const text of report.output.trimEnd().split('\n').slice(-MAX_LINES)) console.log(`        ${text}`);
  console.log(`      -> ${advice}`);
}

async function runGates(): Promise<void> {
  for (const report of await Promise.all(gates.map(runGate))) {
    reportGate(report);
    steps.push({ name: report.gate.name, ok: report.faults.length === 0 });
  }
}

async function build(): Promise<void> {
  const started = performance.now();
  const fault = await buildWeb().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  steps.push({ name: 'build', ok: fault === undefined });
  line(fault === undefined ? 'ok' : 'FAIL', 'build', started);
  if (fault !== undefined) console.log(`${fault}\n      -> Correct the browser sources; \`npm run build\` repeats it.`);
}

function reportSkipped(): number {
  const skipped = [...skippedSuites, ...findSkipped(suites)];
  for (const name of skipped) console.log(`skipped: ${name}`);
  // Root can write everywhere, so a few permission tests cannot run as root; that does not count as a missing program.
  const unexcused = skipped.filter((name) => process.getuid?.() !== 0 || !name.includes('(not as root)'));
  if (peersRequired && unexcused.length > 0) {
    steps.push({ name: 'peers', ok: false });
    console.log(
      'FAIL  peers\n      -> REQUIRE_PEERS=1: install what the skipped tests need (.ci/run lists the packages).',
    );
  }
  return skipped.length;
}

async function runInBrowser(project: 'journeys' | 'walks'): Promise<void> {
  await runSuite(
    project,
    'Correct the journey; `npx playwright test <file>` repeats it, traces are in .cache/playwright.',
    () => runPlaywright(project, process.env),
  );
}

async function runTests(): Promise<void> {
  await runGates();
  await build();
  await runSuite('unit', 'Correct the code or the test; `npx vitest run <path>` repeats one file.', () =>
    runVitest('unit', [], process.env),
  );
  await runSuite(
    'postgres',
    'Correct what differs from the embedded database; `npm run test:postgres` repeats it.',
    testOnPostgres,
  );
  await runInBrowser('journeys');
}

/** Runs the journeys that are too long for `npm test`. */
async function runWalks(): Promise<void> {
  await build();
  await runInBrowser('walks');
}

endOnInterrupt();
const started = performance.now();
await (process.argv[2] === 'walks' ? runWalks() : runTests());
const skipped = reportSkipped();
const cases = suites.flatMap((suite) => suite.cases);
const passed = cases.filter(({ state }) => state === 'passed').length + steps.filter(({ ok }) => ok).length;
const failed = cases.filter(({ state }) => state === 'failed').length + steps.filter(({ ok }) => !ok).length;
console.log(`\nfinished in ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
