import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runCommand } from './gates/gate.ts';

/** Result of one test. `name` starts with the file. */
export interface Case {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Message and stack of a failure. */
  readonly error?: string;
}

/** Result of a suite. `ok` is also false for errors outside of tests; `output` is the complete output. */
export interface SuiteReport {
  readonly cases: readonly Case[];
  readonly ok: boolean;
  readonly output: string;
}

const folder = '.cache/tests';
/** Ends a suite that hangs; a slow machine needs over half an hour for the journeys. */
const longest = 45 * 60_000;
const LINES_OF_AN_ERROR = 12;

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
}
interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

function emptyReport(name: string): string {
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${name}.json`;
  rmSync(path, { force: true });
  return path;
}

function readReport<Report>(path: string, read: (report: Report) => Case[]): Case[] {
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8')) as Report) : [];
}

/** Runs tests with vitest. `name` keeps the reports of several runs apart. */
export async function runVitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<SuiteReport> {
  const path = emptyReport(name);
  const { code, output } = await runCommand(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...args],
    { env, timeoutMs: longest },
  );
  const cases = readReport<VitestReport>(path, ({ testResults }) =>
    testResults.flatMap((file) =>
      file.assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
        name: `${relative('.', file.name)}: ${fullName}`,
        state: status === 'passed' || status === 'failed' ? status : ('skipped' as const),
        error: failureMessages.join('\n'),
      })),
    ),
  );
  return { cases, ok: code === 0 && cases.length > 0, output };
}

/** Runs a project of playwright.config.ts in a browser. */
export async function runPlaywright(project: 'journeys' | 'walks', env: NodeJS.ProcessEnv): Promise<SuiteReport> {
  const path = emptyReport(project);
  const { code, output } = await runCommand('playwright', ['test', `--project=${project}`, '--reporter=line,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    timeoutMs: longest,
  });
  const read = (suite: PlaywrightSuite): Case[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: `${suite.file}: ${title}`,
        state: playwrightState(status),
        error: results.map(({ error }) => error?.message ?? '').join('\n'),
      })),
    ),
    ...(suite.suites ?? []).flatMap(read),
  ];
  const cases = readReport<{ suites: PlaywrightSuite[] }>(path, ({ suites }) => suites.flatMap(read));
  return { cases, ok: code === 0 && cases.length > 0, output };
}

function playwrightState(status: string): Case['state'] {
  if (status === 'skipped') return 'skipped';
  return status === 'expected' || status === 'flaky' ? 'passed' : 'failed';
}

/** The failed tests with the beginnings of their errors, in lines. */
export function listFailures(cases: readonly Case[]): string[] {
  return cases
    .filter(({ state }) => state === 'failed')
    .flatMap(({ name, error = '' }) => [
      `failed: ${name}`,
      ...stripVTControlCharacters(error)
        .split('\n')
        .filter((text) => text.trim() !== '')
        .slice(0, LINES_OF_AN_ERROR)
        .map((text) => `  ${text.slice(0, 200)}`),
    ]);
}

/**
 * The tests skipped by every run: a test that is skipped on PGlite but passes on PostgreSQL does not count.
 */
export function findSkipped(runs: readonly SuiteReport[]): string[] {
  const cases = runs.flatMap((run) => run.cases);
  const ran = new Set(cases.filter(({ state }) => state !== 'skipped').map(({ name }) => name));
  return [...new Set(cases.map(({ name }) => name))].filter((name) => !ran.has(name));
}
