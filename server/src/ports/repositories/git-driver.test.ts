import { refFault } from '@mission-control/contract/releases/rules';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { AppError } from '../../platform/errors.ts';
import { processIdentityOf } from '../../platform/processes/process-identity.ts';
import { createGitRepositories } from './git-driver.ts';
import { makeTag, reportsCreation } from './git-refs.ts';
import { isUsableRef } from './names.ts';
import { describeRepositories } from './repositories-suite.ts';
import { createRunGit } from './run-git.ts';

const environment = { path: process.env['PATH'] ?? '', home: homedir() };

/** Resolves the repositories in the folder, and one unreachable address. */
const known = (remotes: string, toAddress: (path: string) => string) => async (repository: string) => {
  const path = join(remotes, `${repository}.git`);
  return existsSync(path) || repository === 'absent' ? toAddress(path) : undefined;
};

describeRepositories('a folder on this machine', (remotes, folder) =>
  createGitRepositories({ folder, environment, address: known(remotes, (path) => path) }),
);
describeRepositories('a remote by its address', (remotes, folder) =>
  createGitRepositories({ folder, environment, address: known(remotes, (path) => pathToFileURL(path).href) }),
);

const git = createRunGit(environment);
/** Makes git run a program of the test. */
const running = (command: string) => ['-c', `alias.program=!${command}`, 'program'];

it('kills a command that takes too long', async () => {
  await expect(git('/', running('sleep 25'), { timeoutMs: 200 })).rejects.toMatchObject({
    code: 'target_failed',
    message: expect.stringMatching(/did not respond in time/) as string,
  });
});

it('kills the programs that a command started, too', async () => {
  const folder = temporaryFolder(onTestFinished);
  const file = join(folder, 'pid');
  const helper = running(`sleep 25 & echo $! > ${file}; wait`);
  await expect(git('/', helper, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'target_failed' });
  const pid = Number(readFileSync(file, 'utf8'));
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => processIdentityOf(pid)).toBeNull();
});

it('does not wait for a program that a command left running', async () => {
  const left = await git('/', running('sleep 25 & echo done'), { timeoutMs: 20_000 });
  expect(left.stdout.toString()).toBe('done\n');
});

it('does not wait for a program that has left the process group', async () => {
  const folder = temporaryFolder(onTestFinished);
  const file = join(folder, 'pids');
  onTestFinished(() =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .forEach((pid) => process.kill(Number(pid))),
  );
  const leaving = `setsid sh -c 'echo left; echo $$ >> ${file}; exec sleep 25' & while ! test -s ${file}; do :; done`;
  const left = await git('/', running(leaving), { timeoutMs: 20_000 });
  expect(left).toMatchObject({ code: 0, stdout: Buffer.from('left\n') });
  await expect(git('/', running(`${leaving}; sleep 25`), { timeoutMs: 1_000 })).rejects.toThrow('in time');
});

it('fails when no file descriptor is free', () => {
  const script = `
    import { openSync, writeSync } from 'node:fs';
    import { createRunGit } from ${JSON.stringify(new URL('run-git.ts', import.meta.url).href)};
    try {
      for (;;) openSync('/dev/null');
    } catch {}
    const git = createRunGit({ path: '/usr/bin', home: '/' });
    await git('/', ['version'], { timeoutMs: 60_000 }).catch(({ code, cause }) => writeSync(1, code + ': ' + cause.message));
  `;
  const args = ['-c', 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"', process.execPath, script];
  expect(execFileSync('sh', args, { encoding: 'utf8' })).toBe('target_failed: git was ended by: EMFILE');
});

it('limits a patient command by its silence, and far less by its length', async () => {
  const reporting = running('for i in 1 2 3 4 5 6 7; do echo $i >&2; sleep 0.2; done');
  await expect(git('/', reporting, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'target_failed' });
  expect(await git('/', reporting, { timeoutMs: 1_000, totalMs: 60_000 })).toMatchObject({ code: 0 });
  await expect(git('/', running('sleep 25'), { timeoutMs: 200, totalMs: 60_000 })).rejects.toThrow('in time');
  const endless = running('while echo .; do sleep 0.1; done >&2');
  await expect(git('/', endless, { timeoutMs: 60_000, totalMs: 500 })).rejects.toThrow('in time');
});

it('stops reading output of more than 32 MB', async () => {
  const endless = git('/', running('cat /dev/zero'), { timeoutMs: 20_000 });
  await expect(endless).rejects.toMatchObject({
    message: expect.stringMatching(/more than the console reads at once/) as string,
  });
});

it('uses no other protocol than https, ssh and files', async () => {
  const options = { timeoutMs: 20_000 };
  for (const protocol of ['http', 'git', 'ftp', 'ext']) {
    const { stderr } = await git('/', ['ls-remote', '--', `${protocol}://127.0.0.1:9/x.git`], options);
    expect(stderr).toContain(`transport '${protocol}' not allowed`);
  }
});

it('treats only `*` as a creation [REL-05]', () => {
  const said = (line: string): string => `To /srv/bg.git\n${line}\nDone\n`;
  expect(reportsCreation(said('*\tabc:refs/tags/1.0\t[new tag]'), 'refs/tags/1.0')).toBe(true);
  expect(reportsCreation(said('=\tabc:refs/tags/1.0\t[up to date]'), 'refs/tags/1.0')).toBe(false);
  expect(reportsCreation(said('!\tabc:refs/tags/1.0\t[rejected] (already exists)'), 'refs/tags/1.0')).toBe(false);
  expect(reportsCreation(said('*\tabc:refs/tags/1.0.1\t[new tag]'), 'refs/tags/1.0')).toBe(false);
  expect(reportsCreation('', 'refs/tags/1.0')).toBe(false);
});

it('looks at the remote after a push that took too long: only its own tag counts as created [REL-05]', async () => {
  const [commit, own, other] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
  const late = new AppError('target_failed', 'It did not respond in time.');
  const tagging = (pushed: string | undefined) => {
    let stored: string | undefined;
    const listed = (ref: string, id: string | undefined) => (id === undefined ? '' : `${ref}\0${id}\n`);
    return makeTag(
      {
        refresh: async () => undefined,
        commitOf: () => Promise.reject(late),
        push: () => ((stored = pushed), Promise.reject(late)),
        git: async (_repository, [command, ...args]) => {
          const ref = args.at(-1) ?? '';
          return Buffer.from(
            command === 'mktag' ? String(own) : listed(ref, ref === 'refs/tags/1.0' ? stored : commit),
          );
        },
      },
      'bg',
      { branch: 'main', tag: '1.0', by: 'Amelia', at: new Date(0), id: '1' },
    );
  };
  expect(await tagging(own)).toEqual({ outcome: 'created', commit });
  expect(await tagging(other)).toEqual({ outcome: 'exists' });
  await expect(tagging(undefined)).rejects.toBe(late);
});

it('accepts exactly what the contract accepts', () => {
  const pieces = fc.constantFrom('a', '1', '-', '.', '/', '_', '..', '.lock', '$', '`', ' ', '\n', '@{', '~', 'é');
  let reached = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const name = parts.join('');
      if (isUsableRef(name)) {
        reached += 1;
        expect(refFault(name)).toBeNull();
      }
    }),
    { numRuns: 2_000 },
  );
  expect(reached).toBeGreaterThan(0);
});
