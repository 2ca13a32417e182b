import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import { removeProcess } from '../../platform/processes/queries.ts';
import { otherProcess } from '../../platform/testing/other-process.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { startRun } from './public.ts';
import { recoverRuns } from './recover-runs.ts';
import { abortRun, getRun } from './service.ts';
import { runs } from './tables.ts';

const t = setUpTestCtx();

it('one click that reaches two consoles concurrently is one run', async () => {
  const other = await otherProcess(t);
  let ran = 0;
  const run = { kind: 'seed' as const, subject: 'Elm', click: { key: 'one-click' }, work: async () => void (ran += 1) };
  const started = await Promise.all([t.as({}), { ...other, actor: t.as({}).actor }].map((ctx) => startRun(ctx, run)));
  const ends = await Promise.all(started.map(({ done }) => done));
  expect(new Set(ends.map(({ id, outcome }) => `${id} ${outcome}`))).toHaveLength(1);
  expect(ran).toBe(1);
});

it('a click repeated on another console reads nothing more until somebody waits for its end', async () => {
  const other = await otherProcess(t);
  const run = { kind: 'seed' as const, subject: 'Yew', click: { key: 'repeated' }, work: () => Promise.resolve() };
  const { id, done } = await startRun(t.as({}), run);
  const reads = vi.spyOn(t.db, 'select');
  const again = await startRun({ ...other, actor: t.as({}).actor }, run);
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockRestore();
  expect(await again.done).toMatchObject({ id, outcome: 'succeeded' });
  await done;
});

it('records the process of a running command, and none between commands', async () => {
  const gate = join(t.fleetDir, 'gate');
  const processOf = async (id: number) =>
    (await t.db.select({ process: runs.process }).from(runs).where(eq(runs.id, id)))[0]?.process;
  let between: unknown = 'not looked at';
  const run = await startRun(t.as({}), {
    kind: 'seed',
    subject: 'Oak',
    work: async ({ id, command }) => {
      await command(['/bin/sh', '-c', `while [ ! -e ${gate} ]; do sleep 0.05; done`], { cwd: t.fleetDir });
      between = await processOf(id);
    },
  });
  await vi.waitFor(async () => expect((await processOf(run.id))?.pid).toBeGreaterThan(0), { timeout: 15_000 });
  writeFileSync(gate, '');
  await run.done;
  expect(between).toBeNull();
});

it('a run that a user aborts on another console learns of it from its next heartbeat', async () => {
  const other = await otherProcess(t);
  const started = await startRun(
    { ...other, actor: t.as({}).actor },
    { kind: 'seed', subject: 'Ash', work: ({ signal }) => once(signal, 'abort').then(() => undefined) },
  );
  await abortRun(t.as({ name: 'grace.lin', role: 'release-manager' }), started.id);
  await vi.waitUntil(async () => (await getRun(t, started.id)).run.outcome !== 'running', { timeout: 15_000 });
  expect((await getRun(t, started.id)).run).toMatchObject({ aborted_by: 'grace.lin' });
});

describe('a console whose run was given up by another one', { timeout: 60_000 }, () => {
  it('learns of it from its next heartbeat, and does not store the end itself', async () => {
    const other = await otherProcess(t);
    let [begun, ended] = [false, 0];
    const started = await startRun(other, {
      kind: 'deploy',
      subject: 'bg 4.3.0',
      work: async ({ signal }) => {
        begun = true;
        await once(signal, 'abort');
      },
      onEnd: async () => void (ended += 1),
    });
    await removeProcess(t.db, other.processId);
    await recoverRuns(t);
    expect(await started.done).toMatchObject({ outcome: 'unknown' });
    expect([begun, ended]).toEqual([true, 0]);
    const events = await t.db.select().from(auditEvents).where(eq(auditEvents.action, 'run.ended'));
    expect(events.filter(({ subject }) => subject === 'deploy bg 4.3.0')).toHaveLength(1);
  });
});
