import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './gates/gate.ts';
import { listPaths } from './gates/sources.ts';
import { applyBlock, readRecipes, type Recipe, type Step } from './recipes.ts';

/** A change of the contract causes a full type check: 35 s of CPU time. */
const TIMEOUT_MS = 600_000;
const GATES = ['types', 'boundaries', 'cycles', 'vocabulary', 'unused', 'format'];

/** Caches, and the running Node. */
const NOT_LINKED = /^(\.cache|\.vitest-cache|node-linux-\w+)$/;

const recipes = readRecipes(readFileSync('docs/recipes.md', 'utf8'));
let copy = '';

/** Links instead of copies. All relative paths stay the same, so the build info of the types remains valid. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (NOT_LINKED.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function copyFile(path: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(path, join(copy, path), { preserveTimestamps: true });
}

const inCopy = (command: string, args: readonly string[]) =>
  runCommand(command, args, {
    cwd: copy,
    env: { ...process.env, PATH: `${join(copy, 'node_modules/.bin')}:${process.env.PATH}` },
    timeoutMs: TIMEOUT_MS,
  });

const stepsOf = (list: readonly Recipe[]): readonly Step[] => list.flatMap(({ steps }) => steps);

/** Applies all recipes to the copy, from the current state of each file, except for some steps. */
function apply(without: readonly Step[] = []): void {
  for (const { path } of stepsOf(recipes)) {
    rmSync(join(copy, path), { force: true });
    if (existsSync(path)) copyFile(path);
  }
  for (const { path, blocks } of stepsOf(recipes).filter((step) => !without.includes(step))) {
    const file = join(copy, path);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
    const after = blocks.reduce<string | null>((text, block) => applyBlock(path, text, block), before);
    if (after !== null && after !== before) writeFileSync(file, after);
  }
}

/** The output of the gates. The types are built beforehand, because a gate times out after two minutes. */
async function verify(): Promise<string> {
  await inCopy('tsc', ['-b']);
  return (await inCopy(process.execPath, ['scripts/verify.ts', ...GATES])).output;
}

beforeAll(() => {
  // Inside the repository because hard links need one file system. Git and the gates ignore this folder.
  rmSync('.cache/recipes', { recursive: true, force: true });
  mkdirSync('.cache/recipes', { recursive: true });
  copy = resolve(mkdtempSync('.cache/recipes/copy-'));
  linkTree('node_modules', join(copy, 'node_modules'));
  for (const path of listPaths()) copyFile(path);
  if (existsSync('.cache/types'))
    cpSync('.cache/types', join(copy, '.cache/types'), { recursive: true, preserveTimestamps: true });
}, TIMEOUT_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }), TIMEOUT_MS);

describe('the recipes', () => {
  it('are those of a field in at most six places, a call, a page and a service', () => {
    expect(recipes.map(({ title }) => title)).toEqual(['Add a field', 'Add a call', 'Add a page', 'Add a service']);
    expect(recipes[0]?.steps.length).toBeLessThanOrEqual(6);
    for (const { steps } of recipes) expect(steps.filter(({ blocks }) => blocks.length > 0).length).toBeGreaterThan(1);
  });

  it(
    'lead to a tree without faults',
    async () => {
      // The gates list their files with git.
      expect(await inCopy('git', ['init', '--quiet'])).toMatchObject({ code: 0 });
      apply();
      expect(await verify()).toContain(`${GATES.length} passed, 0 failed`);
      const commands = stepsOf(recipes).flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'sh'));
      expect(commands.map(({ lines }) => lines)).toEqual([['npm run migrations -- --name certificate-issuer']]);
      const [command = '', ...args] = commands[0]?.lines[0]?.split(' ') ?? [];
      expect(await inCopy(command, args)).toMatchObject({ code: 0 });
      const migrations = readdirSync(join(copy, 'server/migrations'));
      const migration = migrations.find((name) => name.endsWith('_certificate-issuer.sql')) ?? 'none';
      const sql = readFileSync(join(copy, 'server/migrations', migration), 'utf8');
      expect(sql.trim().split('\n')).toEqual([
        expect.stringMatching(/^ALTER TABLE "certificates" ADD COLUMN "issuer"/),
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'leave a fault when a step is missed',
    async () => {
      const missed = ['queries.ts', 'rename-certificate.ts', 'certificate-list-page.tsx'].map((name) =>
        stepsOf(recipes).find(({ path, blocks }) => path.endsWith(name) && blocks.length > 0),
      );
      apply(missed.filter((step) => step !== undefined));
      const output = await verify();
      expect(output).toContain('FAIL  types');
      expect(output).toContain("Property 'issuer' is missing");
      expect(output).toMatch(/environments\/feature\.ts.*rename-certificate/);
      expect(output).toMatch(/web\/src\/app\/routes\.tsx.*certificate-list-page/);
    },
    TIMEOUT_MS,
  );

  it('are refused when their lines are not in the file, or there twice', () => {
    const [step] = recipes[0]?.steps ?? [];
    const [block] = step?.blocks ?? [];
    if (!step || !block) throw new Error('The first recipe has no first block.');
    const text = readFileSync(step.path, 'utf8');
    expect(() => applyBlock(step.path, '', block)).toThrow(/0 times/);
    expect(() => applyBlock(step.path, text + text, block)).toThrow(/2 times/);
  });
});
