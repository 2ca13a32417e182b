import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCurrentVersions } from '@mission-control/contract/releases/calls';
import { getRun as getRunCall } from '@mission-control/contract/runs/calls';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { COMMAND_TOKEN, processIdentityOf, pendingIdentity } from '../../platform/processes/process-identity.ts';
import { detectDeadProcesses, removeProcess } from '../../platform/processes/queries.ts';
import { processes } from '../../platform/processes/tables.ts';
import { isRefetched } from '../../platform/testing/announced-by.ts';
import { ELSEWHERE, otherProcess } from '../../platform/testing/other-process.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { listLocks, startRun } from './public.ts';
import { noteUnseen } from './queries-doubted.ts';
import { recoverRuns } from './recover-runs.ts';
import { abortRun, getRun, releaseUnseenRun } from './service.ts';
import { runLocks, runs } from './tables.ts';

const TIMEOUT_MS = 60_000;
const t = setUpTestCtx();
let manager: Ctx;
beforeAll(() => void (manager = t.as({ name: 'grace.lin', role: 'release-manager' })));
beforeEach(async () => {
  await t.db.delete(runs);
  t.sent.length = 0;
});

/** Stores a running deploy of a process. */
async function runOf(
  owner: string,
  process: typeof runs.$inferInsert.process = null,
  lock = 'deploy:dev/bg',
): Promise<number> {
  const row = {
    kind: 'deploy',
    subject: 'bg 3',
    facts: {},
    startedBy: 'amelia.hart',
    startedAt: t.clock.now(),
  } as const;
  const whenUnknown = { job: 'releases.restore', data: { env: 'dev' } };
  const [added] = await t.db
    .insert(runs)
    .values({ ...row, owner, process, whenUnknown })
    .returning();
  const runId = added?.id ?? 0;
  await t.db.insert(runLocks).values({ name: lock, runId });
  return runId;
}
/** Makes all runs appear silent for this long, by the database clock. */
const silence = (time: string) => t.db.update(runs).set({ seenAt: sql`clock_timestamp() - ${time}::interval` });
const shown = async (id: number) => (await getRun(t, id)).run;
const locks = async () => (await listLocks(t.db, 'deploy:')).map(({ runId }) => runId);
const eventsOf = async (action: string) => t.db.select().from(auditEvents).where(eq(auditEvents.action, action));
const deploy = (ctx: Ctx, work: () => Promise<void>) =>
  startRun(ctx, { kind: 'deploy', subject: 'bg 3', locks: ['deploy:dev/bg'], work });

describe('a console whose clock is wrong', { timeout: TIMEOUT_MS }, () => {
  it('declares no process dead and keeps its own runs: at any skew from -120 to +120 s one deploy runs and succeeds', async () => {
    const skew = fc.integer({ min: -120, max: 120 });
    const property = fc.asyncProperty(skew, skew, async (one, two) => {
      const [first, second] = [
        await otherProcess(t, { skewMs: one * 1000 }),
        await otherProcess(t, { skewMs: two * 1000 }),
      ];
      let end = (): void => undefined;
      const working = new Promise<void>((settle) => (end = settle));
      const started = await deploy(first, () => working);
      await detectDeadProcesses(second.db, second.processId, { alone: false });
      await recoverRuns(second);
      expect(await shown(started.id)).toMatchObject({ outcome: 'running', unseen_since: null });
      await expect(deploy(second, () => Promise.resolve())).rejects.toMatchObject({ code: 'conflict' });
      end();
      expect(await started.done).toMatchObject({ outcome: 'succeeded' });
      expect(await (await deploy(second, () => Promise.resolve())).done).toMatchObject({ outcome: 'succeeded' });
    });
    await fc.assert(property, {
      numRuns: 12,
      examples: [
        [0, 12],
        [12, 0],
        [-120, 120],
        [120, -120],
      ],
    });
  });
});

describe('the run of a console that is gone', { timeout: TIMEOUT_MS }, () => {
  it('becomes unknown at once if no command was running: its locks are freed, a job is sent, and it never resumes', async () => {
    const other = await otherProcess(t);
    const id = await runOf(other.processId);
    await recoverRuns(t);
    expect((await shown(id)).outcome).toBe('running');
    await removeProcess(t.db, other.processId);
    await recoverRuns(t);
    await recoverRuns(t);
    expect(await shown(id)).toMatchObject({ outcome: 'unknown', error: expect.stringContaining('has died') as string });
    expect(await locks()).toEqual([]);
    expect(t.sent).toEqual([{ name: 'releases.restore', data: { env: 'dev', run_id: id } }]);
  });

  it('does not make the others wait if it cannot be recovered', async () => {
    const ids = [await runOf('gone'), await runOf('gone', null, 'deploy:dev/coursepro')];
    const outcomes = async () => (await Promise.all(ids.map(shown))).map(({ outcome }) => outcome).toSorted();
    let attempts = 0;
    const send: Ctx['jobs']['send'] = (...given) => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('The queue fails.')) : t.jobs.send(...given);
    };
    await recoverRuns({ ...t, jobs: { ...t.jobs, send } });
    expect(await outcomes()).toEqual(['running', 'unknown']);
    await recoverRuns(t);
    expect(await outcomes()).toEqual(['unknown', 'unknown']);
  });

  it('waits for a command that outlives its console on this system, unless a user aborts it', async () => {
    const command = spawn('/bin/sleep', ['600'], { detached: true, stdio: 'ignore' });
    await once(command, 'spawn');
    const { pid = 0 } = command;
    const ended = once(command, 'exit');
    const id = await runOf('gone', processIdentityOf(pid));
    await silence('1 hour');
    await recoverRuns(t);
    expect(await shown(id)).toMatchObject({ outcome: 'running', unseen_since: null });
    await abortRun(manager, id);
    await recoverRuns(t);
    await ended;
    await recoverRuns(t);
    expect(await shown(id)).toMatchObject({ outcome: 'unknown' });
  });

  it('waits for a command that started before its process id was recorded', async () => {
    const token = randomUUID();
    const id = await runOf('gone', pendingIdentity(token));
    const env = { [COMMAND_TOKEN]: token };
    const command = spawn('/bin/sleep', ['600'], { env, stdio: 'ignore' });
    await once(command, 'spawn');
    await t.db.update(runs).set({ unseenAt: t.clock.now() });
    // The list of deploys shows its lock.
    expect(await isRefetched(t, listCurrentVersions, { query: {} }, () => recoverRuns(t))).toBe(true);
    expect(await shown(id)).toMatchObject({ outcome: 'running', unseen_since: null });
    command.kill('SIGKILL');
    await once(command, 'exit');
    await recoverRuns(t);
    expect((await shown(id)).outcome).toBe('unknown');
  });

  it('keeps its locks when its command ran on another host, and waits for a user, who is notified', async () => {
    const id = await runOf('gone', ELSEWHERE);
    await recoverRuns(t);
    expect(await shown(id)).toMatchObject({ outcome: 'running', unseen_since: null });
    await expect(releaseUnseenRun(manager, id)).rejects.toMatchObject({ code: 'refused' });
    await silence('1 hour');
    await recoverRuns(t);
    await recoverRuns(t);
    expect(await shown(id)).toMatchObject({
      outcome: 'running',
      unseen_since: expect.any(String) as string,
      unseen_host: 'console-2',
    });
    expect(await eventsOf('run.unseen')).toHaveLength(1);
    await expect(deploy(manager, () => Promise.resolve())).rejects.toMatchObject({ code: 'conflict' });
    const released = await Promise.allSettled([releaseUnseenRun(manager, id), releaseUnseenRun(manager, id)]);
    expect(released.filter(({ status }) => status === 'fulfilled')).toMatchObject([
      { value: { run: { outcome: 'unknown', unseen_since: null } } },
    ]);
    const events = await eventsOf('run.released');
    expect(events.map(({ actor, after }) => ({ actor, after }))).toMatchObject([
      { actor: 'grace.lin', after: { run: id, outcome: 'unknown' } },
    ]);
    expect(t.sent).toHaveLength(1);
    expect(await (await deploy(manager, () => Promise.resolve())).done).toMatchObject({ outcome: 'succeeded' });
  });

  it('no longer needs a user once a console on that host sees its command end', async () => {
    const id = await runOf('gone', ELSEWHERE);
    await silence('1 hour');
    await recoverRuns(t);
    const there = (liveness: 'alive' | 'dead'): Ctx => ({
      ...t,
      ports: { ...t.ports, releaseRunner: { ...t.ports.releaseRunner, look: () => liveness } },
    });
    await recoverRuns(there('alive'));
    expect(await shown(id)).toMatchObject({ outcome: 'running', unseen_since: null });
    await expect(releaseUnseenRun(manager, id)).rejects.toMatchObject({ code: 'refused' });
    await recoverRuns(there('dead'));
    expect((await shown(id)).outcome).toBe('unknown');
  });

  it('may neither run another command nor write output', async () => {
    const other = await otherProcess(t);
    const never = join(tmpdir(), `mc-never-${randomUUID()}`);
    let go = (): void => undefined;
    const working = new Promise<void>((settle) => (go = settle));
    const started = await startRun(other, {
      kind: 'seed',
      subject: 'Elm',
      work: async (run) => {
        await working;
        await run.command(['/bin/touch', never], { cwd: tmpdir() });
      },
    });
    await removeProcess(t.db, other.processId);
    await recoverRuns(t);
    go();
    expect(await started.done).toMatchObject({ outcome: 'unknown', output: '' });
    expect(existsSync(never)).toBe(false);
  });
});

describe('a silent run', { timeout: TIMEOUT_MS }, () => {
  it('is announced again as soon as its heartbeat resumes', async () => {
    const working = Promise.withResolvers<void>();
    const { id, done } = await deploy(manager, () => working.promise);
    const resume = async () => {
      await t.db.update(runs).set({ unseenAt: t.clock.now() });
      await expect.poll(async () => (await shown(id)).unseen_since, { timeout: 20_000 }).toBeNull();
    };
    expect(await isRefetched(t, getRunCall, { params: { id } }, resume)).toBe(true);
    working.resolve();
    await done;
  });

  it('is reported once, and not if it sent a heartbeat since it was checked', async () => {
    const id = await runOf('gone', ELSEWHERE);
    const note = () => t.db.transaction((db) => noteUnseen(db, id));
    expect(await note()).toBe(false);
    await silence('9 s');
    expect([await note(), await note()]).toEqual([true, false]);
  });

  it('waits for a user while its process may be alive, until its heartbeat resumes', async () => {
    const other = await otherProcess(t, { elsewhere: true });
    const id = await runOf(other.processId);
    await silence('7 s');
    await recoverRuns(t);
    expect((await shown(id)).unseen_since).toBeNull();
    await silence('9 s');
    await recoverRuns(t);
    expect(await shown(id)).toMatchObject({
      outcome: 'running',
      unseen_since: expect.any(String) as string,
      unseen_host: null,
    });
    expect(await locks()).toEqual([id]);
    await t.db.delete(processes).where(eq(processes.id, other.processId));
    await recoverRuns(t);
    expect((await shown(id)).outcome).toBe('unknown');
  });
});
