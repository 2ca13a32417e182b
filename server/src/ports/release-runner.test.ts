import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalRunner, type Command } from './release-runner.ts';
import type { ProcessIdentity } from '../platform/processes/process-identity.ts';

const runner = createLocalRunner({ env: { PATH: '/usr/bin:/bin', LANG: 'C' }, seed: null });

/** Runs a command and collects its output. */
async function run(argv: string[], more: Partial<Command> = {}) {
  const parts = { out: '', error: '' };
  const end = await runner.run({
    argv,
    cwd: '/tmp',
    timeLimitMs: 60_000,
    signal: new AbortController().signal,
    onOutput: async (bytes, source) => void (parts[source] += Buffer.from(bytes).toString('utf8')),
    ...more,
  });
  return { ...end, ...parts };
}

const echo = [process.execPath, '-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--'];

describe('commands on this machine', { timeout: 60_000 }, () => {
  it('receive their arguments byte for byte', async () => {
    const hostile = [';id', '$(id)', '`id`', 'a\nb', '@/etc/passwd', '--flag', '', "'", '"', '*', '~', '%PATH%'];
    expect(JSON.parse((await run([...echo, ...hostile])).out)).toEqual(hostile);
    const argument = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    const property = fc.asyncProperty(fc.array(argument, { maxLength: 5 }), async (args) => {
      expect(JSON.parse((await run([...echo, ...args])).out)).toEqual(args);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('receive only the allowed variables', async () => {
    const shown = await run(['/usr/bin/env'], { env: { GIVEN: 'yes' } });
    expect(shown.out.trim().split('\n').toSorted()).toEqual(['GIVEN=yes', 'LANG=C', 'PATH=/usr/bin:/bin']);
  });

  it('report their exit code and both complete streams', async () => {
    const loud = await run([
      process.execPath,
      '-e',
      'process.stdout.write("x".repeat(3e6)); console.error("no"); process.exitCode = 7',
    ]);
    expect(loud).toMatchObject({ code: 7, signal: null, by: 'itself', error: 'no\n' });
    expect(loud.out).toHaveLength(3_000_000);
  });

  it('apply backpressure, and lose no output if they end meanwhile', async () => {
    let taken = 0;
    const slow = await run(['/usr/bin/head', '-c', '400000', '/dev/zero'], {
      onOutput: async (bytes) => {
        await new Promise((settle) => setTimeout(settle, 40));
        taken += bytes.length;
      },
    });
    expect(slow.code).toBe(0);
    expect(taken).toBe(400_000);
  });

  it('end with their whole process group on abort or timeout, even when they ignore signals', async () => {
    const stubborn = ['/bin/sh', '-c', 'trap "" TERM; echo begun; while :; do sleep 0.1; done'];
    const abort = new AbortController();
    let mark: ProcessIdentity | null = null;
    const ended = await run(stubborn, {
      signal: abort.signal,
      onStart: async (started) => void (mark = started),
      onOutput: async () => abort.abort(),
    });
    expect(ended).toMatchObject({ by: 'abort', signal: 'SIGKILL' });
    expect(mark && runner.look(mark)).toBe('dead');
    expect(await run(['/bin/sleep', '600'], { timeLimitMs: 50 })).toMatchObject({
      by: 'time limit',
      signal: 'SIGTERM',
    });
  });

  it('are left behind when they survive being killed, stuck in the kernel', async () => {
    const { kill } = process;
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => signal !== 0 || kill.call(process, pid, signal));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [abort, started] = [new AbortController(), Promise.withResolvers<number>()];
    onTestFinished(async () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
      process.kill(-(await started.promise), 'SIGKILL');
    });
    const onStart = async ({ pid }: ProcessIdentity) => started.resolve(pid);
    const ended = run(['/bin/sleep', '600'], { signal: abort.signal, onStart });
    await started.promise;
    abort.abort();
    vi.advanceTimersByTime(7_000);
    vi.useRealTimers();
    expect(await ended).toMatchObject({ code: null, signal: null, by: 'abort', isStuck: true });
  });

  it('leave no background processes, and do not wait for them', async () => {
    let mark: ProcessIdentity | null = null;
    const left = await run(['/bin/sh', '-c', 'sleep 600 & echo done'], {
      onStart: async (started) => void (mark = started),
    });
    expect(left).toMatchObject({ code: 0, out: 'done\n' });
    // A command may end before it could be marked.
    expect(mark === null || runner.look(mark) === 'dead').toBe(true);
  });

  it('leave no background process that has closed its output', async () => {
    const { out } = await run(['/bin/sh', '-c', 'sleep 600 > /dev/null 2>&1 & echo $!']);
    const stat = `/proc/${Number(out)}/stat`;
    // Killed, and perhaps not yet reaped by its new parent.
    expect(existsSync(stat) ? readFileSync(stat, 'utf8').split(' ')[2] : 'Z').toBe('Z');
  });

  it('are distinguished from later processes with the same id', async () => {
    let mark: ProcessIdentity | null = null;
    let seen = '';
    const { code } = await run(['/bin/sh', '-c', 'echo begun; sleep 0.1'], {
      onStart: async (started) => void (mark = started),
      onOutput: async () => {
        if (!mark) return;
        seen = runner.look(mark);
        expect(runner.look({ ...mark, started: '1' })).toBe('dead');
        runner.end({ ...mark, started: '1' });
        expect(runner.look({ ...mark, realm: 'another' })).toBe('unseen');
      },
    });
    expect([seen, code]).toEqual(['alive', 0]);
  });

  it('do not wait for a background process that left their group with the pipe open', async () => {
    const left = await run(['/bin/sh', '-c', 'setsid sleep 600 & echo $!']);
    process.kill(Number(left.out));
    expect(left.code).toBe(0);
  });

  it('end when their output cannot be stored', async () => {
    const onOutput = () => Promise.reject(new Error('the disk is full'));
    await expect(run(['/bin/sh', '-c', 'echo begun; sleep 600'], { onOutput })).rejects.toThrow('the disk is full');
  });

  it('report why they cannot start', async () => {
    await expect(run(['/no/such/program'])).rejects.toMatchObject({
      code: 'target_failed',
      message: '/no/such/program cannot be started: there is no such program.',
    });
    await expect(run(['/bin/true'], { cwd: '/no/such/folder' })).rejects.toThrow('its folder /no/such/folder');
    const file = join(process.env['TMPDIR'] ?? '/tmp', `not-a-program-${process.pid}`);
    writeFileSync(file, 'text', { mode: 0o600 });
    await expect(run([file])).rejects.toThrow('EACCES');
  });
});
