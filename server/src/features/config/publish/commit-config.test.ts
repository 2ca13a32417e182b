import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockTenant } from '../../../fleet/queries-tenants.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { lockAwaited } from '../../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { commitConfig } from './commit-config.ts';
import { getConfig, getConfigState } from '../get-config.ts';
import { readConfigStates } from '../history/queries-states.ts';
import { lockExisting } from './queries-withdrawals.ts';
import { resumePublications } from './resume-publications.ts';
import { saveIn } from '../save-config.ts';
import { configItems, configKeys, publications } from '../tables.ts';
import {
  addTenant,
  constant,
  createFleet,
  diffOf,
  HOSTS,
  expireLeases,
  published,
  saveDiff,
  type Diff,
} from '../testing/config-fleet.ts';
import { ProcessDied, withFailure, type Step } from '../testing/failing-port.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeAll(() => void (amelia = t.as({ role: 'operator' })));
beforeEach(async () => {
  id = await addTenant(t);
});

const set = (value: string) => saveDiff(amelia, id, { changed: [constant('A', value)] });
const failAt = (step: Step, host: string) =>
  withFailure(amelia, (at, where) => (at === step && where === host ? { error: 'The disk is full.' } : undefined));
const state = () => getConfigState(amelia, { params: { id, service: 'coursepro' } });
const hashes = () => readConfigStates(t, id);
const needsCommit = async () => {
  const now = await hashes();
  return now.config_hashes[1] !== now.current_hashes[1];
};
const everywhere = (value: string | null) =>
  HOSTS.map(() => (value === null ? null : (expect.stringContaining(`define('A', '${value}');`) as string)));
const stagedFiles = () =>
  HOSTS.flatMap((host) => {
    try {
      return readdirSync(join(t.fleetDir, host, 'config', 'tenants', String(id))).filter((name) =>
        name.startsWith('.tmp.'),
      );
    } catch {
      return [];
    }
  });
const lastAudit = async () => {
  const [event] = await t.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.tenantId, id))
    .orderBy(desc(auditEvents.id));
  return event;
};

describe('committing a config', () => {
  it.each([null, '1'])(
    'publishes what another process saves while it waits for the config, saved before: %j',
    async (before) => {
      if (before !== null) await set(before);
      const place = { tenantId: id, kind: 'coursepro' as const };
      const body = diffOf({ changed: [constant('A', '2')] });
      const locked = Promise.withResolvers<void>();
      const other = t.db.transaction(async (tx) => {
        await saveIn(amelia, { db: tx, record: () => undefined }, place, body);
        locked.resolve();
        await lockAwaited(tx);
      });
      await locked.promise;
      await Promise.all([other, commitConfig(amelia, { params: { id, service: 'coursepro' } })]);
      expect(published(t, id)).toEqual(everywhere('2'));
    },
  );

  it('does not deadlock with a change of the service, which locks the tenant before its configs', async () => {
    await set('1');
    const locked = Promise.withResolvers<void>();
    const other = t.db.transaction(async (tx) => {
      await lockTenant(tx, id);
      locked.resolve();
      await lockAwaited(tx);
      await lockExisting(tx, { tenantId: id, kind: 'coursepro' });
    });
    await locked.promise;
    await Promise.all([other, commitConfig(amelia, { params: { id, service: 'coursepro' } })]);
    expect(published(t, id)).toEqual(everywhere('1'));
  });

  it('publishes the saved config to every web and worker server and returns its hash index and hash [CFG-41] [TEN-77]', async () => {
    await set('1');
    expect(await needsCommit()).toBe(true);
    const saved = await state();
    expect(saved).toMatchObject({ committed_revision: null, changes_waiting: 1 });
    expect(saved.targets.map((target) => target.host)).toEqual(HOSTS);
    expect(await commitConfig(amelia, { params: { id, service: 'coursepro' } })).toEqual({
      type: 1,
      hash: saved.hash,
      service: 'coursepro',
      revision: 1,
      servers: HOSTS.map((host) => ({ host, ok: true })),
    });
    expect(published(t, id)).toEqual(everywhere('1'));
    expect(stagedFiles()).toEqual([]);
    expect(await needsCommit()).toBe(false);
    expect(await state()).toMatchObject({
      committed_revision: 1,
      committed_hash: saved.hash,
      committed_by: 'amelia.hart',
      changes_waiting: 0,
    });
    expect(await lastAudit()).toMatchObject({ action: 'config.committed', actor: 'amelia.hart' });
    expect((await getConfig(amelia, { params: { id, service: 'coursepro' } }))[0]).toMatchObject({ db_only: false });
  });

  it('is idempotent, and repairs a server that lost the file', async () => {
    await set('1');
    const first = await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    await t.ports.configPublishing.withdraw({ host: 'eu-web-2' }, `tenants/${id}/coursepro.php`);
    expect(await commitConfig(amelia, { params: { id, service: 'coursepro' } })).toEqual(first);
    expect(published(t, id)).toEqual(everywhere('1'));
  });

  it('counts uncommitted changes, without settings that were changed back', async () => {
    await saveDiff(amelia, id, { added: [constant('A', '1'), constant('DB_PASSWORD', 'x')] });
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    const waiting = async (diff: Diff) => {
      await saveDiff(amelia, id, diff);
      return (await state()).changes_waiting;
    };
    expect(
      await waiting({ changed: [constant('A', '2'), constant('DB_PASSWORD', 'y')], added: [constant('B', '1')] }),
    ).toBe(3);
    expect(await waiting({ changed: [constant('A', '1'), constant('DB_PASSWORD', 'x')] })).toBe(1);
    expect(await waiting({ removed: ['B'] })).toBe(0);
    expect(await needsCommit()).toBe(false);
  });

  it('refuses a config that was never saved or has no server, and states what to do', async () => {
    await expect(commitConfig(amelia, { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/Save it/) as string,
    });
    await saveDiff(amelia, id, { added: [constant('A', '1')] }, 'strive');
    await expect(commitConfig(amelia, { params: { id, service: 'strive' } })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/Choose a web environment/) as string,
    });
    await expect(commitConfig(amelia, { params: { id, service: 'homeportal' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await t.db.select().from(publications).where(eq(publications.tenantId, id))).toEqual([]);
  });

  it('renders the file again if the metadata of a key has changed since the save', async () => {
    await saveDiff(amelia, id, { added: [constant('FLAG', 'True')] }, 'insight');
    await t.db.insert(configKeys).values({ kind: 'insight', name: 'FLAG', type: 'boolean' }).onConflictDoNothing();
    const { hash } = await commitConfig(amelia, { params: { id, service: 'insight' } });
    expect(published(t, id, 'insight.env')[0]).toContain('FLAG=true\n');
    expect(await getConfigState(amelia, { params: { id, service: 'insight' } })).toMatchObject({
      hash,
      committed_hash: hash,
    });
  });
});

describe('a commit that fails', () => {
  beforeEach(async () => {
    await set('old');
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    await set('new');
  });

  it.each(['stage', 'verify'] as const)(
    'at %s on one server leaves every server on its old file (R5)',
    async (step) => {
      await expect(
        commitConfig(failAt(step, 'eu-web-2'), { params: { id, service: 'coursepro' } }),
      ).rejects.toMatchObject({
        code: 'target_failed',
        message:
          'Commit failed on eu-web-2 (The disk is full). Every server still has its old file. Try again when they respond.',
        details: {
          state: 'untouched',
          servers: expect.arrayContaining([{ host: 'eu-web-2', ok: false, error: 'The disk is full.' }]) as unknown,
        },
      });
      expect(published(t, id)).toEqual(everywhere('old'));
      expect(stagedFiles()).toEqual([]);
      expect(await state()).toMatchObject({ committed_revision: 1, revision: 2 });
      expect(await needsCommit()).toBe(true);
      expect(await lastAudit()).toMatchObject({ action: 'config.commit-failed' });
      await commitConfig(amelia, { params: { id, service: 'coursepro' } });
      expect(published(t, id)).toEqual(everywhere('new'));
    },
  );

  it('while replacing files names the servers that differ, stays due, and is repaired by a retry (R5)', async () => {
    await expect(
      commitConfig(failAt('activate', 'eu-web-2'), { params: { id, service: 'coursepro' } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('These servers differ from the others: eu-web-2.') as string,
      details: { state: 'differ' },
    });
    const [one, two, three] = published(t, id);
    expect([one, two, three].map((file) => file?.includes("'new'"))).toEqual([true, false, true]);
    expect(stagedFiles()).toEqual([]);
    expect((await hashes()).config_hashes[1]).toBeNull();
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(published(t, id)).toEqual(everywhere('new'));
    expect(await needsCommit()).toBe(false);
  });

  it('stays due if the edit is undone while servers differ', async () => {
    await expect(
      commitConfig(failAt('activate', 'eu-web-2'), { params: { id, service: 'coursepro' } }),
    ).rejects.toThrow();
    await set('old');
    expect(await needsCommit()).toBe(true);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(published(t, id)).toEqual(everywhere('old'));
    expect(await needsCommit()).toBe(false);
  });

  it('before replacing files does not claim that all have the old file if they differed before', async () => {
    await expect(
      commitConfig(failAt('activate', 'eu-web-2'), { params: { id, service: 'coursepro' } }),
    ).rejects.toThrow();
    await expect(commitConfig(failAt('stage', 'eu-web-2'), { params: { id, service: 'coursepro' } })).rejects.toThrow(
      'No server got the new file; they differ from each other as before.',
    );
  });

  it('on all servers while replacing files leaves them with the old file', async () => {
    const failing = withFailure(amelia, (step) =>
      step === 'activate' ? { error: 'No response within 10 s.' } : undefined,
    );
    await expect(commitConfig(failing, { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      details: { state: 'untouched' },
    });
    expect((await hashes()).config_hashes[1]).toBe((await state()).committed_hash);
    expect((await state()).committed_hash).not.toBeNull();
  });

  it('counts a server as done if it completed the step although its response was lost', async () => {
    const failing = withFailure(amelia, (step, host) =>
      step === 'activate' && host === 'eu-web-1' ? { error: 'No response within 10 s.' } : undefined,
    );
    const real = failing.ports.configPublishing;
    const lossy: Ctx = {
      ...failing,
      ports: {
        ...t.ports,
        configPublishing: {
          ...real,
          activate: async (target, file, publication) => {
            await t.ports.configPublishing.activate(target, file, publication);
            return real.activate(target, file, publication);
          },
        },
      },
    };
    expect(
      (await commitConfig(lossy, { params: { id, service: 'coursepro' } })).servers.every((server) => server.ok),
    ).toBe(true);
  });

  it('does not reveal secrets', async () => {
    await saveDiff(amelia, id, { added: [constant('DB_PASSWORD', 'canary-5up3r')] });
    const failure: unknown = await commitConfig(failAt('stage', 'eu-web-1'), {
      params: { id, service: 'coursepro' },
    }).catch((error: unknown) => error);
    expect(JSON.stringify([failure, String(failure), await t.db.select().from(publications)])).not.toContain(
      'canary-5up3r',
    );
  });
});

describe('a server that confirms the new file', () => {
  /** Its file changes right after activation. */
  const lying = (content: string | null): Ctx => {
    const port = t.ports.configPublishing;
    const read: typeof port.read = async (target, path) =>
      target.host === 'eu-web-2' ? (content === null ? null : Buffer.from(content)) : port.read(target, path);
    return { ...amelia, ports: { ...t.ports, configPublishing: { ...port, read } } };
  };

  it.each([
    ['another one', 'something else'],
    ['none', null],
  ])('but has %s is named, and nothing counts as committed', async (_what, content) => {
    await set('1');
    await expect(commitConfig(lying(content), { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      code: 'target_failed',
      message: expect.stringContaining(
        'eu-web-2 (The file was replaced, but the server now has different content)',
      ) as string,
      details: { state: 'differ', servers: [{ ok: true }, { host: 'eu-web-2', ok: false }, { ok: true }] },
    });
    expect(await state()).toMatchObject({ committed_revision: null, committed_hash: null });
    expect(await needsCommit()).toBe(true);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(await needsCommit()).toBe(false);
  });
});

describe('two commits of one config', () => {
  it('are exclusive: the second is refused, naming the author of the first', async () => {
    await set('1');
    let during: unknown;
    const ben = t.as({ name: 'ben.ode', role: 'operator' });
    const meeting: Ctx = {
      ...amelia,
      ports: {
        ...t.ports,
        configPublishing: {
          ...t.ports.configPublishing,
          verify: async (target, file, publication) => {
            during ??= await commitConfig(ben, { params: { id, service: 'coursepro' } }).catch(
              (error: unknown) => error,
            );
            return t.ports.configPublishing.verify(target, file, publication);
          },
        },
      },
    };
    await commitConfig(meeting, { params: { id, service: 'coursepro' } });
    expect(during).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('amelia.hart has been committing') as string,
    });
    expect(await commitConfig(ben, { params: { id, service: 'coursepro' } })).toMatchObject({ revision: 1 });
  });

  it('result in one commit if they start concurrently', async () => {
    await set('1');
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => commitConfig(amelia, { params: { id, service: 'coursepro' } })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled').length).toBeGreaterThan(0);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
    expect(published(t, id)).toEqual(everywhere('1'));
    const rows = await t.db.select().from(publications).where(eq(publications.tenantId, id));
    expect(rows.filter((row) => row.state === 'running')).toEqual([]);
  });

  it('leave a save during a commit uncommitted', async () => {
    await set('1');
    let saved: unknown;
    const meeting: Ctx = {
      ...amelia,
      ports: {
        ...t.ports,
        configPublishing: {
          ...t.ports.configPublishing,
          activate: async (target, file, publication) => {
            saved ??= await set('2');
            return t.ports.configPublishing.activate(target, file, publication);
          },
        },
      },
    };
    await commitConfig(meeting, { params: { id, service: 'coursepro' } });
    expect(published(t, id)).toEqual(everywhere('1'));
    expect(await state()).toMatchObject({ revision: 2, committed_revision: 1, changes_waiting: 1 });
    expect(await needsCommit()).toBe(true);
  });
});

describe('a process that dies in a commit (R4)', () => {
  const steps = ['stage', 'verify', 'activate', 'read'] as const;
  const places = steps.flatMap((step) =>
    ['eu-web-1', 'eu-worker-1'].flatMap((host) =>
      (['die-before', 'die-after'] as const).map((death) => ({ step, host, death })),
    ),
  );
  const dieAt = (step: Step, host: string, death: 'die-before' | 'die-after') =>
    commitConfig(
      withFailure(amelia, (at, where) => (at === step && where === host ? death : undefined)),
      { params: { id, service: 'coursepro' } },
    );

  it.each(places)(
    'has its commit finished by the next process: $death at $step on $host',
    async ({ step, host, death }) => {
      await set('old');
      await commitConfig(amelia, { params: { id, service: 'coursepro' } });
      await set('new');
      await expect(dieAt(step, host, death)).rejects.toThrow(ProcessDied);
      expect(await state()).toMatchObject({ committed_revision: 1 });
      expect(await resumePublications(t)).toBe(0);
      await expireLeases(t);
      expect(await resumePublications(t)).toBe(1);
      expect(published(t, id)).toEqual(everywhere('new'));
      expect(await state()).toMatchObject({ committed_revision: 2, committed_by: 'amelia.hart' });
      expect(await needsCommit()).toBe(false);
      expect(stagedFiles()).toEqual([]);
      expect(await resumePublications(t)).toBe(0);
    },
  );

  it('has its commit failed if the saved config has changed, and a commit stays due', async () => {
    await set('old');
    await expect(dieAt('read', 'eu-web-1', 'die-before')).rejects.toThrow(ProcessDied);
    await set('new');
    await expireLeases(t);
    expect(await resumePublications(t)).toBe(1);
    const rows = await t.db.select().from(publications).where(eq(publications.tenantId, id));
    expect(rows.map((row) => row.state)).toEqual(['failed']);
    expect(await needsCommit()).toBe(true);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(published(t, id)).toEqual(everywhere('new'));
  });

  it('does not block others if one cannot be finished', async () => {
    await saveDiff(amelia, id, { added: [constant('DB_PASSWORD', 'x')] });
    await expect(dieAt('stage', 'eu-web-1', 'die-before')).rejects.toThrow(ProcessDied);
    await t.db.update(configItems).set({ value: 'v1.broken' }).where(eq(configItems.tenantId, id));
    id = await addTenant(t);
    await set('1');
    await expect(dieAt('stage', 'eu-web-1', 'die-before')).rejects.toThrow(ProcessDied);
    await expireLeases(t);
    expect(await resumePublications(t)).toBe(1);
    expect(published(t, id)).toEqual(everywhere('1'));
  });

  it('does not block a new commit once its lease has expired, and leaves no staged file', async () => {
    await set('1');
    await expect(dieAt('verify', 'eu-worker-1', 'die-before')).rejects.toThrow(ProcessDied);
    await expect(commitConfig(amelia, { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expireLeases(t);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(stagedFiles()).toEqual([]);
    expect(await needsCommit()).toBe(false);
  });

  it('replaces no file if it was only suspended and declared dead', async () => {
    await set('1');
    let overtaken: Promise<void> | undefined;
    const overtake = async () => {
      await expireLeases(t);
      await set('2');
      await commitConfig(t.as({ name: 'ben.ode', role: 'operator' }), { params: { id, service: 'coursepro' } });
    };
    const sleepy: Ctx = {
      ...amelia,
      ports: {
        ...t.ports,
        configPublishing: {
          ...t.ports.configPublishing,
          stage: async (target, file, publication) => {
            await (overtaken ??= overtake());
            return t.ports.configPublishing.stage(target, file, publication);
          },
        },
      },
    };
    await expect(commitConfig(sleepy, { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(stagedFiles()).toEqual([]);
    expect(published(t, id)).toEqual(everywhere('2'));
    expect(await state()).toMatchObject({ committed_revision: 2, committed_by: 'ben.ode' });
  });
});
