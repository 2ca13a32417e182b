import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { findAuditFault } from '../../platform/audit/verify.ts';
import { AppError } from '../../platform/errors.ts';
import { createLocalRunner } from '../../ports/release-runner.ts';
import { runFeature } from './feature.ts';
import { processRuns } from './process-runs.ts';
import { listLocks, outputOf, startRun, watchRuns } from './public.ts';
import { requestAbort } from './queries.ts';
import { appendPiece } from './work/queries-output.ts';
import { readEnd, readOutput } from './work/read-output.ts';
import { createRunWriter } from './work/run-writer.ts';
import { abortRun, getRun, listRunPage } from './service.ts';
import { runs } from './tables.ts';

const TIMEOUT_MS = 60_000;
let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
}, TIMEOUT_MS);
afterAll(() => t.close(), TIMEOUT_MS);
afterEach(() => Promise.all([...processRuns(t).active.values()].map(({ done }) => done)), TIMEOUT_MS);

const amelia = () => t.as({ name: 'amelia.hart', role: 'release-manager' });
const node = (script: string): string[] => [process.execPath, '-e', script];
const cwd = '/tmp';
/** A promise and its resolver. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((settle) => (open = settle));
  return { opened, open };
}

describe('a run', { timeout: TIMEOUT_MS }, () => {
  it('derives its usual duration from runs of its own series only', async () => {
    const past = async (series: string, seconds: number) => {
      const run = { kind: 'deploy' as const, subject: 'past', series, work: async () => undefined };
      const { id, done } = await startRun(amelia(), run);
      const { startedAt } = await done;
      await t.db
        .update(runs)
        .set({ endedAt: new Date(startedAt.getTime() + seconds * 1000) })
        .where(eq(runs.id, id));
    };
    for (const seconds of [100, 120, 140]) await past('bg/bg-all/prod', seconds);
    for (const seconds of [1, 3]) await past('coursepro/strive/qa', seconds);
    const usual = async (series: string) => {
      const run = { kind: 'deploy' as const, subject: 'now', series, work: async () => undefined };
      const { id, done } = await startRun(amelia(), run);
      await done;
      return (await getRun(t, id)).run.usual_seconds;
    };
    expect(await usual('bg/bg-all/prod')).toBe(120);
    expect(await usual('coursepro/strive/qa')).toBe(2);
    expect(await usual('bg/bg-all/dev')).toBeNull();
  });

  it('stores the output of its commands and its own lines in order, and who ran it, when and how it ended', async () => {
    const started = await startRun(amelia(), {
      kind: 'seed',
      subject: 'Elm',
      facts: { tenant: 'Elm' },
      work: async (run) => {
        run.step(1, 2, 'Begin');
        await run.command(node('process.stdout.write("é€😀\\0 line\\n")'), { cwd, echo: false });
        run.write('after\n');
      },
    });
    const end = await outputOf(started);
    expect(end.output).toBe('[1/2] Begin\né€😀 line\nafter\n');
    expect((await getRun(t, started.id)).run).toMatchObject({
      kind: 'seed',
      subject: 'Elm',
      facts: { tenant: 'Elm' },
      outcome: 'succeeded',
      error: null,
      started_by: 'amelia.hart',
      output_length: end.output.length,
    });
    expect((await listRunPage(t, { kind: 'seed' })).runs[0]?.id).toBe(started.id);
    expect(await findAuditFault(t.db)).toBeNull();
  });

  it('fails with the reason and returns the output so far, with secrets masked', async () => {
    const failing = await startRun(amelia(), {
      kind: 'release',
      subject: 'bg 1.2.3',
      secrets: ['s3cret-value'],
      work: async (run) => {
        const script = 'console.log("the key is " + process.env.KEY); console.error("no"); process.exitCode = 3';
        await run.command(node(script), { cwd, env: { KEY: 's3cret-value' }, echo: false });
      },
    });
    await expect(outputOf(failing)).rejects.toMatchObject({
      code: 'target_failed',
      message: 'node exited with code 3.',
      output: expect.stringContaining('the key is ********') as string,
    });
    expect((await getRun(t, failing.id)).run.outcome).toBe('failed');
  });

  it('shows no secret passed to its commands by the installation, in a variable or in an argument', async () => {
    const secrets = ['installation-wide', 'of-the-variable', 'of the argument'];
    const [wide = '', variable = '', argument = ''] = secrets;
    const releaseRunner = createLocalRunner({ env: { PATH: '/usr/bin:/bin', DEPLOY_TOKEN: wide }, seed: null });
    const ctx = { ...amelia(), ports: { ...t.ports, releaseRunner } };
    const run = await startRun(ctx, {
      kind: 'release',
      subject: 'bg 1.2.4',
      work: async ({ command, write }) => {
        write(`given ${wide} `);
        // One byte at a time: each arrives as a separate chunk.
        const script =
          'const all = process.env.DEPLOY_TOKEN + " " + process.env.API_KEY + " " + encodeURIComponent(process.argv.at(-1)) + "\\n";' +
          'for (const one of all) require("fs").writeSync(1, one); require("fs").writeSync(2, all)';
        const argv = [...node(script), '--', '--password', argument];
        await command(argv, { cwd, env: { API_KEY: variable } });
        throw new AppError('target_failed', `The server said ${wide}.`);
      },
    });
    const { output } = await run.done;
    for (const secret of [...secrets, encodeURIComponent(argument)]) expect(output).not.toContain(secret);
    expect(output).toContain("--password '********'");
    expect((await getRun(t, run.id)).run.error).toBe('The server said ********.');
  });

  it('can be read from any offset, in pieces without gaps or overlaps', async () => {
    const script = 'for (let i = 0; i < 40000; i++) console.log("line " + i + " 😀")';
    const started = await startRun(amelia(), {
      kind: 'release',
      subject: 'long',
      work: async (run) => void (await run.command(node(script), { cwd, echo: false })),
    });
    const { output } = await started.done;
    expect(output).toBe(Array.from({ length: 40_000 }, (_, at) => `line ${at} 😀\n`).join(''));
    let text = '';
    for (let part = await readOutput(t, started.id, 0); ; part = await readOutput(t, started.id, part.next)) {
      for (const piece of part.pieces) {
        expect(piece.offset).toBe(text.length);
        text += piece.text;
      }
      if (part.next >= part.length) break;
    }
    expect(text).toBe(output);
    for (const from of [0, 1, 7, 65_535, 65_536, 65_537, output.length - 1, output.length, output.length + 5]) {
      const part = await readOutput(t, started.id, from);
      const got = part.pieces.map((piece) => piece.text).join('');
      expect(output.startsWith(got, from)).toBe(true);
      expect(got.length > 0).toBe(from < output.length);
    }
  });

  it('is kept for its retention; then a note replaces it, and the run stays', async () => {
    const script = 'for (let i = 0; i < 4000; i++) console.log("a line of the output, and where it stands: " + i)';
    const started = await startRun(amelia(), {
      kind: 'release',
      subject: 'old',
      work: async (run) => void (await run.command(node(script), { cwd, echo: false })),
    });
    const { output } = await started.done;
    const read = async () => (await readEnd(t, started.id)).output;
    const now = t.clock.now();
    const purge = async (days: number) => {
      t.clock.set(new Date(now.getTime() + days * 86_400_000));
      await runFeature.jobs(t, { runOutputDays: 30 })[0]?.run({});
      t.clock.set(now);
    };
    await purge(29.9);
    expect(await read()).toBe(output);
    await purge(30.1);
    await purge(30.1);
    expect(await read()).toBe('The output was removed after 30 days.\n');
    expect((await getRun(t, started.id)).run).toMatchObject({ outcome: 'succeeded', output_length: 38 });
  });

  it('is started once per click, however often the click arrives', async () => {
    let times = 0;
    const click = () =>
      startRun(amelia(), {
        kind: 'seed',
        subject: 'Oak',
        click: { key: 'click-0001' },
        work: async (run) => run.write(`time ${(times += 1)}\n`),
      });
    const all = await Promise.all(Array.from({ length: 100 }, click));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const ends = await Promise.all([...all, await click()].map(({ done }) => done));
    expect(new Set(ends.map(({ output }) => output))).toEqual(new Set(['time 1\n']));
    expect(times).toBe(1);
    const other = {
      kind: 'seed' as const,
      subject: 'Ash',
      click: { key: 'click-0001' },
      work: () => Promise.resolve(),
    };
    await expect(startRun(amelia(), other)).rejects.toMatchObject({ code: 'refused' });
    expect((await listRunPage(t, { key: 'click-0001' })).runs).toHaveLength(1);
  });

  it('holds its locks until it ends, and names their holder to others', async () => {
    const { opened, open } = gate();
    const deploy = (locks: string[], work = () => opened) =>
      startRun(amelia(), { kind: 'deploy', subject: 'bg 2.0 to dev', locks, work });
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, () => deploy(['deploy:bg/client/dev', 'deploy:bg/api/dev'])),
    );
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won).toHaveLength(1);
    const refused = tries.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      code: 'conflict',
      details: { run_id: won[0]?.id, started_by: 'amelia.hart', lock: 'deploy:bg/api/dev' },
    });
    expect((await listLocks(t.db, 'deploy:bg/')).map(({ name }) => name)).toEqual([
      'deploy:bg/api/dev',
      'deploy:bg/client/dev',
    ]);
    open();
    await won[0]?.done;
    expect(await listLocks(t.db, 'deploy:')).toEqual([]);
    await (
      await deploy(['deploy:bg/api/dev'], () => Promise.resolve())
    ).done;
  });

  it('writes the data of its start and end in the same transactions, or not at all', async () => {
    const seen: unknown[] = [];
    const run = { kind: 'deploy' as const, subject: 'with more', work: () => Promise.resolve() };
    const started = await startRun(amelia(), {
      ...run,
      onStart: async (_work, id) => void seen.push(id),
      onEnd: async (_work, end) => void seen.push(end.outcome),
    });
    await started.done;
    expect(seen).toEqual([started.id, 'succeeded']);
    const count = (await listRunPage(t, { kind: 'deploy' })).runs.length;
    await expect(startRun(amelia(), { ...run, onStart: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
    expect((await listRunPage(t, { kind: 'deploy' })).runs).toHaveLength(count);
  });
});

describe('the writer of the output', { timeout: TIMEOUT_MS }, () => {
  const writerOf = (id: number, processId = t.processId, onLost: (error: unknown) => void = () => undefined) =>
    createRunWriter({ ...t, processId }, { id, onLost });
  const lengthOf = async (id: number) => (await getRun(t, id)).run.output_length;
  const duringRun = async (work: (id: number) => Promise<void>) => {
    const { done } = await startRun(amelia(), { kind: 'seed', subject: 'Ivy', work: ({ id }) => work(id) });
    const end = await done;
    expect(end).toMatchObject({ outcome: 'succeeded' });
    return end;
  };

  it('makes a command wait while more than 1 MiB is not yet stored', async () => {
    const text = 'x'.repeat(2 * 1024 * 1024);
    await duringRun(async (id) => {
      const writer = writerOf(id);
      writer.add(text);
      await writer.room();
      expect(await lengthOf(id)).toBe(text.length);
    });
  });

  it('drops output above 64 MiB with a note, and the run continues', async () => {
    const { output } = await duringRun(async (id) => {
      const writer = writerOf(id);
      writer.add('begun');
      writer.add('x'.repeat(64 * 1024 * 1024));
      writer.add('more');
      await writer.close();
    });
    expect(output).toBe('begun\n[The rest of the output was discarded: it is too long.]\n');
  });

  it('stores a piece once, although its commit may be repeated', async () => {
    const piece = { start: 0, at: t.clock.now(), text: 'once' };
    const { output } = await duringRun(async (id) => {
      const append = () => t.db.transaction((db) => appendPiece(db, id, t.processId, piece));
      expect([await append(), await append()]).toEqual([true, true]);
    });
    expect(output).toBe('once');
  });

  it('stores nothing for a run that has ended or belongs to another process', async () => {
    const close = async (id: number, owner: string) => {
      const writer = writerOf(id, owner);
      writer.add('stray');
      await expect(writer.close()).rejects.toMatchObject({ code: 'conflict' });
    };
    const { id } = await duringRun((running) => close(running, 'another process'));
    await close(id, t.processId);
    expect(await lengthOf(id)).toBe(0);
  });

  it('stores nothing more after a failure, which closing reports', async () => {
    await duringRun(async (id) => {
      const failure = Promise.withResolvers<unknown>();
      const writer = writerOf(id, 'another process', failure.resolve);
      writer.add('x'.repeat(64 * 1024));
      expect(await failure.promise).toMatchObject({ code: 'conflict' });
      await expect(writer.close()).rejects.toMatchObject({ code: 'conflict' });
    });
  });
});

describe('the end of a run', { timeout: TIMEOUT_MS }, () => {
  it('can be requested by release managers, and by others for their own runs; its command ends with all its processes', async () => {
    const { opened, open } = gate();
    const started = await startRun(amelia(), {
      kind: 'release',
      subject: 'endless',
      work: async (run) => {
        run.signal.addEventListener('abort', open);
        await run.command(['/bin/sh', '-c', 'sleep 600 & echo begun; sleep 600'], { cwd });
      },
    });
    const operator = t.as({ name: 'tom.okafor', role: 'operator' });
    await expect(abortRun(operator, started.id)).rejects.toMatchObject({ code: 'role_denied' });
    await abortRun(t.as({ name: 'grace.lin', role: 'release-manager' }), started.id);
    await opened;
    expect(await started.done).toMatchObject({ outcome: 'aborted', error: 'Aborted by grace.lin.' });
    expect((await abortRun(amelia(), started.id)).run.outcome).toBe('aborted');
  });

  it('leaves no room for further commands, whether the aborted one may fail or not', async () => {
    const { opened, open } = gate();
    const started = await startRun(amelia(), {
      kind: 'release',
      subject: 'stubborn',
      work: async (run) => {
        run.signal.addEventListener('abort', open);
        await run
          .command(['/bin/sleep', '600'], { cwd, mayFail: true, echo: false })
          .then(() => run.write('went on\n'))
          .catch(() => run.command(['/bin/echo', 'more'], { cwd }));
      },
    });
    await abortRun(amelia(), started.id);
    await opened;
    expect(await started.done).toMatchObject({ outcome: 'aborted', output: '' });
  });

  it('is its failure when a command exceeds its time limit, even if the command may fail', async () => {
    const { done } = await startRun(amelia(), {
      kind: 'release',
      subject: 'slow',
      work: async (run) => void (await run.command(['/bin/sleep', '600'], { cwd, mayFail: true, timeLimitMs: 500 })),
    });
    expect(await done).toMatchObject({ outcome: 'failed', error: 'sleep was stopped after 1 s.' });
  });

  it('ends when a command cannot be killed, and says that it may still be running', async () => {
    const run = () => Promise.resolve({ code: null, signal: null, by: 'time limit' as const, isStuck: true as const });
    const ports = { ...t.ports, releaseRunner: { ...t.ports.releaseRunner, run } };
    const { done } = await startRun(
      { ...amelia(), ports },
      {
        kind: 'deploy',
        subject: 'stuck',
        work: async ({ command }) => void (await command(['/bin/sleep', '600'], { cwd, timeLimitMs: 1_000 })),
      },
    );
    expect(await done).toMatchObject({
      outcome: 'failed',
      error: 'sleep could not be stopped after 1 s.',
      output: '$ /bin/sleep 600\nsleep cannot be killed and may still be running.\n',
    });
  });

  it('continues when only one of its commands is aborted, which is stopped', async () => {
    const reason = new Error('no longer needed');
    const { done } = await startRun(amelia(), {
      kind: 'release',
      subject: 'one of two',
      work: async (run) => {
        const one = new AbortController();
        const slow = run.command(['/bin/sh', '-c', 'sleep 3; echo late'], { cwd, signal: one.signal, echo: false });
        one.abort(reason);
        await expect(slow).rejects.toBe(reason);
        await run.command(['/bin/echo', 'more'], { cwd, echo: false });
      },
    });
    expect(await done).toMatchObject({ outcome: 'succeeded', output: 'more\n' });
  });

  it('is attributed to whoever requested it first', async () => {
    const { opened, open } = gate();
    const { id, done } = await startRun(amelia(), { kind: 'seed', subject: 'Yew', work: () => opened });
    const ask = (by: string) => t.db.transaction((db) => requestAbort(db, id, by));
    expect([await ask('grace.lin'), await ask('amelia.hart')]).toEqual([true, false]);
    expect((await getRun(t, id)).run.aborted_by).toBe('grace.lin');
    open();
    await done;
  });

  it('is recorded once if two people request it at the same time', async () => {
    const { opened, open } = gate();
    const { id, done } = await startRun(amelia(), { kind: 'seed', subject: 'Ash', work: () => opened });
    await Promise.all([abortRun(t.as({ name: 'grace.lin', role: 'release-manager' }), id), abortRun(amelia(), id)]);
    open();
    await done;
    const events = await t.db.select().from(auditEvents).where(eq(auditEvents.action, 'run.abort-requested'));
    expect(events.filter(({ after }) => (after as { run: number }).run === id)).toHaveLength(1);
  });

  it('is stored as soon as the database is available again', async () => {
    const refused = gate();
    const log = Object.assign(Object.create(t.log) as typeof t.log, { error: () => refused.open() });
    const setHead = (id: number) => t.db.execute(sql`update audit_head set id = ${id}`);
    const { done } = await startRun(
      { ...amelia(), log },
      { kind: 'deploy', subject: 'late', locks: ['deploy:late'], work: async () => void (await setHead(2)) },
    );
    await refused.opened;
    await setHead(1);
    expect(await done).toMatchObject({ outcome: 'succeeded' });
    expect(await listLocks(t.db, 'deploy:late')).toEqual([]);
  });

  it('comes with the shutdown of the console, which records it and starts nothing further', async () => {
    const own = await createTestCtx();
    const { opened, open } = gate();
    const started = await startRun(own, {
      kind: 'seed',
      subject: 'Yew',
      work: async (run) => {
        open();
        await run.command(['/bin/sleep', '600'], { cwd });
      },
    });
    await opened;
    await watchRuns(own).stop();
    // Already stored: the process may end now.
    expect((await getRun(own, started.id)).run.outcome).toBe('aborted');
    expect(await started.done).toMatchObject({ outcome: 'aborted', error: 'The console was stopped.' });
    const late = { kind: 'seed' as const, subject: 'Yew', work: () => Promise.resolve() };
    await expect(startRun(own, late)).rejects.toMatchObject({ code: 'unavailable' });
    await own.close();
  });

  it('comes with the shutdown for a run that is being started, before its work begins', async () => {
    const own = await createTestCtx();
    const work = vi.fn(() => Promise.resolve());
    let stopped = Promise.resolve();
    const onStart = async () => void (stopped = watchRuns(own).stop());
    const { done } = await startRun(own, { kind: 'seed', subject: 'Yew', work, onStart });
    expect(await done).toMatchObject({ outcome: 'aborted', error: 'The console was stopped.' });
    expect(work).not.toHaveBeenCalled();
    await stopped;
    await own.close();
  });

  it('is no longer awaited when the console stops, if another process executes the run', async () => {
    const own = await createTestCtx();
    const click = { key: 'click-elsewhere' };
    const row = { kind: 'seed', subject: 'Yew', facts: {}, startedBy: own.actor.name, owner: 'elsewhere' } as const;
    await own.db.insert(runs).values({ ...row, key: click.key, startedAt: own.clock.now() });
    const { done } = await startRun(own, { kind: 'seed', subject: 'Yew', click, work: () => Promise.resolve() });
    const stopped = watchRuns(own).stop();
    await expect(done).rejects.toMatchObject({ code: 'unavailable' });
    await stopped;
    await own.close();
  });
});
