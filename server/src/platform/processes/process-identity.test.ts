import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import {
  COMMAND_TOKEN,
  groupLiveness,
  livenessOf,
  processIdentityOf,
  ownProcessIdentity,
  pendingIdentity,
  type ProcessIdentity,
} from './process-identity.ts';

/** A /proc that shows no process, as `ProtectProc=invisible` shows none of another user namespace. */
const hidden = temporaryFolder();
const groups: number[] = [];
afterEach(() => {
  for (const group of groups.splice(0)) endGroup(group);
});

/** Starts a shell in its own process group; returns its mark, its exit, and its first line of output. */
async function startShell(script: string, env: Record<string, string> = {}) {
  const shell = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  const ended = once(shell, 'exit');
  await once(shell.stdout, 'data');
  const { pid = 0 } = shell;
  groups.push(pid);
  return { mark: processIdentityOf(pid) as ProcessIdentity, pid, ended };
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
  }
}

describe('a process that /proc hides', () => {
  it('is not taken for dead while it exists', async () => {
    const { mark, pid, ended } = await startShell('echo; exec sleep 600');
    expect([livenessOf(mark), livenessOf(mark, hidden)]).toEqual(['alive', 'unseen']);
    endGroup(pid);
    await ended;
    expect([livenessOf(mark), livenessOf(mark, hidden)]).toEqual(['dead', 'dead']);
  });

  it('is not taken for dead while its group exists', async () => {
    const { pid, ended } = await startShell('sleep 600 & echo');
    const mark = { ...ownProcessIdentity(), pid };
    await ended;
    expect([livenessOf(mark), livenessOf(mark, hidden)]).toEqual(['alive', 'unseen']);
    expect([groupLiveness(pid), groupLiveness(pid, hidden)]).toEqual(['alive', 'unseen']);
  });
});

describe('a command without a process id', () => {
  it('is found by its token', async () => {
    const token = randomUUID();
    const { pid, ended } = await startShell('echo; exec sleep 600', { [COMMAND_TOKEN]: token });
    expect(livenessOf(pendingIdentity(token))).toBe('alive');
    endGroup(pid);
    await ended;
    expect(livenessOf(pendingIdentity(token))).toBe('dead');
  });

  it('is not taken for dead where its environment may be unreadable: in another user namespace, or of another user', () => {
    const mark = pendingIdentity(randomUUID());
    expect(mark.realm).toMatch(/ user:\[\d+\] \d+$/);
    expect(livenessOf({ ...mark, realm: mark.realm.replace(/user:\[\d+\]/, 'user:[1]') })).toBe('unseen');
    expect(livenessOf({ ...mark, realm: `${mark.realm}1` })).toBe('unseen');
  });
});

it('takes a group that has ended for dead on a system without /proc', async () => {
  const { pid, ended } = await startShell('echo');
  await ended;
  expect(groupLiveness(pid, join(hidden, 'none'))).toBe('dead');
});
