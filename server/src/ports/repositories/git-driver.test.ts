import { refFault } from '@mission-control/contract/releases/rules';
import fc from 'fast-check';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createGitRepositories } from './git-driver.ts';
import { pushOutcome } from './git-refs.ts';
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
  expect(pushOutcome(said('*\tabc:refs/tags/1.0\t[new tag]'), 'refs/tags/1.0')).toBe('created');
  expect(pushOutcome(said('=\tabc:refs/tags/1.0\t[up to date]'), 'refs/tags/1.0')).toBe('there');
  expect(pushOutcome(said('!\tabc:refs/tags/1.0\t[rejected] (already exists)'), 'refs/tags/1.0')).toBe('refused');
  expect(pushOutcome(said('*\tabc:refs/tags/1.0.1\t[new tag]'), 'refs/tags/1.0')).toBe('refused');
  expect(pushOutcome('', 'refs/tags/1.0')).toBe('refused');
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
