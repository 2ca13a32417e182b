import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import type { Repositories } from './port.ts';

/** Refs that would do harm if a name were taken for an option, a command or markup; MARKER is a file that must never appear. */
const hostileRefs = (marker: string): string[] => [
  `--upload-pack=touch${'${IFS}'}${marker}`,
  '--output=marker',
  '-d',
  `$(touch${'${IFS}'}${marker})`,
  `\`id>${marker}\``,
  `a;id>${marker}`,
  `a|id>${marker}`,
  '=cmd',
  '<img/src=x/onerror=alert(1)>',
  '@evil',
  '"quoted"',
  "'; drop table",
  'ünïcode',
];

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', [`--git-dir=${folder}`, ...args], {
    encoding: 'utf8',
    env: { PATH: env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  }).trim();

/** Creates a bare repository with two commits on main, a branch and some tags. */
function makeRemote(folder: string): { first: string; second: string } {
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', '--', folder);
  const commit = (text: string, date: string, parents: string[]): string => {
    const work = mkdtempSync(join(tmpdir(), 'mc-work-'));
    mkdirSync(join(work, 'themes'));
    writeFileSync(join(work, 'themes/main.scss'), `// ${text}\n`);
    writeFileSync(join(work, 'README.md'), text);
    const at = (...args: string[]): string => git(folder, `--work-tree=${work}`, ...args);
    at('add', '--all');
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    const tree = at('write-tree');
    const made = execFileSync('git', [`--git-dir=${folder}`, ...who, 'commit-tree', tree, '-m', text, ...parents], {
      encoding: 'utf8',
      env: {
        PATH: env['PATH'],
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
    }).trim();
    rmSync(work, { recursive: true });
    return made;
  };
  const first = commit('one', '2026-11-01T10:00:00Z', []);
  const second = commit('two', '2026-11-02T10:00:00Z', ['-p', first]);
  git(folder, 'update-ref', 'refs/heads/main', second);
  git(folder, 'update-ref', 'refs/heads/release/1.0', first);
  for (const [tag, at] of [
    ['1.9', first],
    ['1.10', first],
    ['2.0', second],
  ] as const)
    git(folder, 'update-ref', `refs/tags/${tag}`, at);
  return { first, second };
}

/** Contract tests for drivers, on real bare repositories; `open` creates the driver for a folder with `NAME.git`. */
export function describeRepositories(driver: string, open: (remotes: string, copies: string) => Repositories): void {
  describe(`repositories: ${driver}`, () => {
    const folder = temporaryFolder();
    const remote = join(folder, 'remotes', 'bg.git');
    const marker = join(folder, 'marker');
    let made: { first: string; second: string };
    let port: Repositories;
    const at = new Date('2026-11-21T09:00:00Z');
    const newTag = (tag: string, branch = 'main') => ({ branch, tag, by: 'Amelia <Hart>\n', at, id: randomUUID() });

    beforeAll(() => {
      mkdirSync(join(folder, 'remotes'), { recursive: true });
      made = makeRemote(remote);
      port = open(join(folder, 'remotes'), join(folder, 'copies'));
    });

    it('lists branches by name, and tags with the newest first [REL-03, REL-04, REL-26]', async () => {
      const { refs, leftOut } = await port.branches('bg');
      expect(refs).toEqual([
        { name: 'main', commit: made.second },
        { name: 'release/1.0', commit: made.first },
      ]);
      expect(leftOut).toBe(0);
      const tags = await port.tags('bg');
      expect(tags.refs.map((tag) => [tag.name, tag.branch])).toEqual([
        ['2.0', 'main'],
        ['1.10', 'release/1.0'],
        ['1.9', 'release/1.0'],
      ]);
    });

    it('creates a tag at the head of a branch, and records the branch and the author [REL-05]', async () => {
      expect(await port.createTag('bg', newTag('2.1', 'release/1.0'))).toEqual({
        outcome: 'created',
        commit: made.first,
      });
      expect(git(remote, 'rev-parse', 'refs/tags/2.1^{commit}')).toBe(made.first);
      expect(git(remote, 'cat-file', 'tag', '2.1')).toMatch(
        /tagger Amelia {2}Hart <mission-control> \d+ \+0000\n\nBranch: release\/1\.0\n\nId: [0-9a-f-]{36}$/,
      );
      const [newest] = (await port.tags('bg')).refs;
      expect(newest).toEqual({ name: '2.1', commit: made.first, createdAt: at, branch: 'release/1.0' });
    });

    it('reports an existing tag, whoever created it and wherever it points [REL-05, REL-07]', async () => {
      git(remote, 'update-ref', 'refs/tags/elsewhere', made.first);
      expect(await port.createTag('bg', newTag('elsewhere'))).toEqual({ outcome: 'exists' });
      expect(git(remote, 'rev-parse', 'refs/tags/elsewhere')).toBe(made.first);
    });

    it('creates a tag once for eight concurrent callers with separate copies [REL-05, REL-07]', async () => {
      const ports = Array.from({ length: 8 }, (_, index) =>
        open(join(folder, 'remotes'), join(folder, `copies-${index}`)),
      );
      const outcomes = await Promise.all(ports.map((one) => one.createTag('bg', newTag('2.2'))));
      expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'exists')).toHaveLength(7);
      const again = await Promise.all(outcomes.map(() => port.createTag('bg', newTag('2.3'))));
      expect(again.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    });

    it('reports a tag as created when the remote stored it, but its reply was lost [REL-05]', async () => {
      const hook = join(remote, 'hooks', 'reference-transaction');
      mkdirSync(dirname(hook), { recursive: true });
      // The program that answers the push dies as soon as the tag is stored.
      writeFileSync(hook, '#!/bin/sh\n[ "$1" != committed ] || kill -9 $PPID\n', { mode: 0o755 });
      onTestFinished(() => rmSync(hook));
      expect(await port.createTag('bg', newTag('2.5'))).toEqual({ outcome: 'created', commit: made.second });
      expect(await port.createTag('bg', newTag('2.5'))).toEqual({ outcome: 'exists' });
    });

    it('reads from one copy that several processes create and update concurrently', async () => {
      const ports = Array.from({ length: 4 }, () => open(join(folder, 'remotes'), join(folder, 'one-copy')));
      for (const tag of ['3.0', '3.1', '3.2']) {
        git(remote, 'update-ref', `refs/tags/${tag}`, made.first);
        const lists = await Promise.all(ports.map((one) => one.tags('bg')));
        for (const { refs } of lists) expect(refs.map(({ name }) => name)).toContain(tag);
      }
      expect(readdirSync(join(folder, 'one-copy'))).toEqual(['bg.git']);
    });

    it('follows a branch that was replaced by a folder of branches, and the reverse', async () => {
      const namesAfter = async (gone: string, added: string): Promise<string[]> => {
        if (gone !== '') git(remote, 'update-ref', '-d', `refs/heads/${gone}`);
        git(remote, 'update-ref', `refs/heads/${added}`, made.first);
        return (await port.branches('bg')).refs.map(({ name }) => name);
      };
      expect(await namesAfter('', 'theme')).toContain('theme');
      expect(await namesAfter('theme', 'theme/dark')).toContain('theme/dark');
      expect(await namesAfter('theme/dark', 'theme')).toContain('theme');
      git(remote, 'update-ref', '-d', 'refs/heads/theme');
    });

    it('recovers after a killed process: its lock is removed once it is stale', async () => {
      await port.tags('bg');
      const lock = join(folder, 'copies', 'bg.git', 'refs', 'tags', '3.9.lock');
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, '');
      git(remote, 'update-ref', 'refs/tags/3.9', made.first);
      await expect(port.tags('bg')).rejects.toMatchObject({ code: 'target_failed' });
      const longAgo = new Date('2026-01-01T00:00:00Z');
      utimesSync(lock, longAgo, longAgo);
      expect((await port.tags('bg')).refs.map(({ name }) => name)).toContain('3.9');
      expect(existsSync(lock)).toBe(false);
    });

    it('removes what a killed fetch left in the copy, but not what another one is still writing', async () => {
      await port.tags('bg');
      const packs = join(folder, 'copies', 'bg.git', 'objects', 'pack');
      for (const name of ['tmp_pack_left', 'tmp_idx_left', 'tmp_pack_used']) writeFileSync(join(packs, name), 'PACK');
      const longAgo = new Date('2026-01-01T00:00:00Z');
      for (const name of ['tmp_pack_left', 'tmp_idx_left']) utimesSync(join(packs, name), longAgo, longAgo);
      await port.tags('bg');
      expect(readdirSync(packs).filter((name) => name.startsWith('tmp_'))).toEqual(['tmp_pack_used']);
      rmSync(join(packs, 'tmp_pack_used'));
    });

    it('reads files and whole trees as they are at a ref', async () => {
      expect((await port.readFile('bg', 'main', 'themes/main.scss'))?.toString()).toBe('// two\n');
      expect((await port.readFile('bg', '1.9', 'themes/main.scss'))?.toString()).toBe('// one\n');
      expect(await port.readFile('bg', made.first, 'themes/none.scss')).toBeNull();
      expect(await port.readFile('bg', 'main', 'themes')).toBeNull();
      expect(await port.listFiles('bg', 'main', 'themes')).toEqual(['themes/main.scss']);
      expect(await port.listFiles('bg', 'main', '')).toEqual(['README.md', 'themes/main.scss']);
      expect(await port.resolve('bg', '1.9')).toBe(made.first);
      const file = join(folder, 'tree.tar');
      await port.exportTree('bg', made.second, file);
      expect(execFileSync('tar', ['-xOf', file, 'README.md'], { encoding: 'utf8' })).toBe('two');
    });

    it('reads no file of more than 5 MB', async () => {
      const large = join(folder, 'large.bin');
      writeFileSync(large, Buffer.alloc(5 * 1024 * 1024 + 1));
      const blob = git(remote, 'hash-object', '-w', '--', large);
      const tree = execFileSync('git', [`--git-dir=${remote}`, 'mktree'], {
        input: `100644 blob ${blob}\tlarge.bin\n`,
      });
      const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      const commit = git(remote, ...who, 'commit-tree', tree.toString().trim(), '-m', 'large');
      git(remote, 'update-ref', 'refs/heads/large', commit);
      await expect(port.readFile('bg', 'large', 'large.bin')).rejects.toMatchObject({ code: 'too_large' });
      git(remote, 'update-ref', '-d', 'refs/heads/large');
    });

    it('rejects unknown repositories and refs without naming an address', async () => {
      await expect(port.branches('nothing')).rejects.toMatchObject({ code: 'refused' });
      await expect(port.branches('../bg')).rejects.toMatchObject({ code: 'refused' });
      await expect(port.readFile('bg', 'gone', 'README.md')).rejects.toMatchObject({ code: 'not_found' });
      await expect(port.createTag('bg', newTag('3.0', 'gone'))).rejects.toMatchObject({ code: 'not_found' });
      await expect(port.readFile('bg', 'main', '../../etc/passwd')).rejects.toMatchObject({ code: 'refused' });
      await expect(port.branches('absent')).rejects.toSatisfy(
        (error: Error & { code: string }) => error.code === 'target_failed' && !error.message.includes(folder),
      );
    });

    it('handles a repository full of hostile names: they are counted, never used, and no command runs [REL-05]', async () => {
      const names = hostileRefs(marker);
      const commands = names.flatMap((ref) => [
        `create refs/heads/${ref} ${made.second}`,
        `create refs/tags/${ref} ${made.second}`,
      ]);
      let accepted = 0;
      // Git itself rejects some of them; those it accepts must be in the repository.
      for (const command of commands) {
        try {
          execFileSync('git', [`--git-dir=${remote}`, 'update-ref', '--stdin'], {
            input: `${command}\n`,
            stdio: 'pipe',
          });
          accepted += 1;
        } catch {
          continue;
        }
      }
      expect(accepted).toBeGreaterThan(15);
      const [branches, tags] = [await port.branches('bg'), await port.tags('bg')];
      expect(branches.leftOut + tags.leftOut).toBe(accepted);
      expect(branches.refs.map((ref) => ref.name)).toEqual(['main', 'release/1.0']);
      for (const name of names) {
        await expect(port.createTag('bg', newTag(name))).rejects.toMatchObject({ code: 'refused' });
        await expect(port.createTag('bg', newTag('ok', name))).rejects.toMatchObject({ code: 'refused' });
        await expect(port.readFile('bg', name, 'README.md')).rejects.toMatchObject({ code: 'refused' });
        await expect(port.exportTree('bg', name, join(folder, 'x.tar'))).rejects.toMatchObject({ code: 'refused' });
        expect(await port.readFile('bg', 'main', `a/${name.replaceAll('/', '')}`)).toBeNull();
      }
      expect(existsSync(marker)).toBe(false);
    });

    it('runs no hook that came with a copy', async () => {
      const hook = join(folder, 'copies', 'bg.git', 'hooks', 'pre-push');
      mkdirSync(join(folder, 'copies', 'bg.git', 'hooks'), { recursive: true });
      writeFileSync(hook, `#!/bin/sh\ntouch ${marker}\nexit 1\n`, { mode: 0o755 });
      expect(await port.createTag('bg', newTag('2.4'))).toMatchObject({ outcome: 'created' });
      expect(existsSync(marker)).toBe(false);
    });
  });
}
