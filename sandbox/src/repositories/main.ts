import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { appHistory, APP_TAGS, type Commit } from './history.ts';
import { releasesFile } from './releases-file.ts';

const USAGE = 'Use: node sandbox/src/repositories/main.ts --seed 1 --today YYYY-MM-DD --out FOLDER';
const TREE = fileURLToPath(new URL('./tree/', import.meta.url));
const run = promisify(execFile);

/** File contents of a folder by path. */
function readTree(folder: string): [string, string][] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

async function makeRepository(folder: string, app: string, seed: number, today: string): Promise<void> {
  const repository = join(folder, `${app}.git`);
  await run('git', ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', '--', repository]);
  const sources = new Map([...readTree(join(TREE, 'common')), ...readTree(join(TREE, app))]);
  // Before git starts: if this threw afterwards, git would wait for its input forever.
  const stream = fastImport(appHistory(app, seed, today, sources));
  const git = spawn('git', [`--git-dir=${repository}`, 'fast-import', '--quiet', '--date-format=raw'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  git.stdin.end(stream);
  const [code] = (await once(git, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}.`);
}

/** Creates the sandbox's repositories and release settings; the folder appears atomically. */
async function main(): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seed: option, today: option, out: option } });
  const seed = Number(values.seed);
  const { today = '', out } = values;
  if (!Number.isInteger(seed) || Number.isNaN(Date.parse(`${today}T00:00:00Z`)) || !out) throw new Error(USAGE);
  if (existsSync(out)) return;
  mkdirSync(dirname(out), { recursive: true });
  // Several processes may run concurrently: each writes to its own folder, and the first one wins.
  const folder = mkdtempSync(`${out}.new-`);
  try {
    await Promise.all(Object.keys(APP_TAGS).map((app) => makeRepository(folder, app, seed, today)));
    writeFileSync(join(folder, 'releases.json'), `${JSON.stringify(releasesFile(), null, 2)}\n`);
    renameSync(folder, out);
  } catch (error) {
    if (!existsSync(out)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Renders the history as a `git fast-import` stream. */
function fastImport(commits: readonly Commit[]): string {
  const parts: string[] = [];
  const marks = new Map<string, number>();
  const markOf = (content: string): number => {
    const known = marks.get(content);
    if (known !== undefined) return known;
    const mark = 1_000_000 + marks.size;
    marks.set(content, mark);
    parts.push(`blob\nmark :${mark}\n${data(content)}`);
    return mark;
  };
  commits.forEach(({ message, author, at, files, parent }, index) => {
    const entries = [...files].map(([path, content]) => `M 100644 :${markOf(content)} ${path}\n`);
    const who = `${author} <${author.toLowerCase().replace(' ', '.')}@example.org> ${at.getTime() / 1000} +0000`;
    parts.push(
      `commit refs/sandbox/${index}\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n${data(`${message}\n`)}`,
      parent === null ? '' : `from :${parent + 1}\n`,
      `deleteall\n${entries.join('')}`,
    );
  });
  commits.forEach(({ branches, tags, author, at }, index) => {
    for (const branch of branches) parts.push(`reset refs/heads/${branch}\nfrom :${index + 1}\n\n`);
    const who = `${author} <mission-control> ${at.getTime() / 1000} +0000`;
    for (const tag of tags) parts.push(`tag ${tag}\nfrom :${index + 1}\ntagger ${who}\n${data('Branch: main\n')}`);
    parts.push(`reset refs/sandbox/${index}\nfrom 0000000000000000000000000000000000000000\n\n`);
  });
  return parts.join('');
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
