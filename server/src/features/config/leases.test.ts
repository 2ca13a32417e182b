import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { otherProcess } from '../../platform/testing/other-process.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { commitConfig } from './publish/commit-config.ts';
import { getConfigState } from './get-config.ts';
import {
  endPublication,
  findRunning,
  insertPublication,
  renewLease,
  takeLease,
  type Publication,
} from './publish/queries-publications.ts';
import { resumeDeadLeases, resumePublications, RESUME_JOB } from './publish/resume-publications.ts';
import { saveConfig } from './save-config.ts';
import { publications } from './tables.ts';
import { addTenant, constant, createFleet, diffOf, HOSTS, expireLeases, published } from './testing/config-fleet.ts';
import { withdrawFile } from './publish/withdraw-file.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeAll(() => void (amelia = t.as({ role: 'operator' })));
beforeEach(async () => {
  await t.db.delete(publications);
  id = await addTenant(t);
  t.sent.length = 0;
});

const place = () => ({ tenantId: id, kind: 'coursepro' as const });
const begin = (owner: string): Promise<Publication> =>
  t.db.transaction((db) =>
    insertPublication(db, {
      ...place(),
      id: t.random.uuid(),
      revision: 1,
      hash: 'x',
      state: 'running',
      requestedBy: 'amelia.hart',
      startedAt: t.clock.now(),
      owner,
    }),
  );
const end = (publication: Publication): Promise<boolean> =>
  t.db.transaction((db) =>
    endPublication(db, publication, { state: 'done', finishedAt: t.clock.now(), outcome: null }),
  );
const set = (value: string, ctx = amelia) =>
  saveConfig(ctx, { params: { id, service: 'coursepro' }, body: diffOf({ changed: [constant('A', value)] }) });
/** Recorded ends of commits and withdrawals. */
const outcomes = async () => {
  const events = await t.db.select().from(auditEvents).where(eq(auditEvents.tenantId, id)).orderBy(auditEvents.id);
  const ends = events.filter(({ action }) => /^config\.(?:commit(?:ted|-failed)|withdrawn)$/.test(action));
  return ends.map(({ action, actor }) => `${action} by ${actor}`);
};
const isAbandoned = async () => (await findRunning(t.db, place()))?.abandoned;

describe('the lease of a dead process', () => {
  it('expires at once, and a job finishes its publication', async () => {
    await begin('a process that nobody knows');
    expect(await isAbandoned()).toBe(false);
    await resumeDeadLeases(t);
    expect(await isAbandoned()).toBe(true);
    expect(t.sent).toEqual([{ name: RESUME_JOB, data: {} }]);
    await resumeDeadLeases(t);
    expect(t.sent).toHaveLength(1);
  });

  it('is distinguished from the lease of a live process', async () => {
    const { processId } = await otherProcess(t, { elsewhere: true });
    await begin(processId);
    await resumeDeadLeases(t);
    expect([await isAbandoned(), t.sent]).toEqual([false, []]);
  });
});

describe('a suspended process that was declared dead', () => {
  it('withdraws no file', async () => {
    await set('1');
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    const before = published(t, id);
    const slept = await begin(t.processId);
    await expireLeases(t);
    await takeLease(t.db, slept, 'another');
    const work = { publication: slept, subject: 'it', path: `tenants/${id}/coursepro.php` };
    await expect(withdrawFile(amelia, { ...work, targets: HOSTS.map((host) => ({ host })) })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(published(t, id)).toEqual(before);
  });

  it('marks nothing as committed if another process ended its publication while it was replacing files', async () => {
    await set('1');
    let overtaken: Promise<void> | undefined;
    const overtake = async (): Promise<void> => {
      await expireLeases(t);
      await set('2');
      await commitConfig(t.as({ name: 'ben.ode', role: 'operator' }), { params: { id, service: 'coursepro' } });
    };
    const port = t.ports.configPublishing;
    const activate: typeof port.activate = async (target, file, publication) => {
      await (overtaken ??= overtake());
      return port.activate(target, file, publication);
    };
    const sleepy = { ...amelia, ports: { ...t.ports, configPublishing: { ...port, activate } } };
    await expect(commitConfig(sleepy, { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has taken over') as string,
    });
    expect(await getConfigState(amelia, { params: { id, service: 'coursepro' } })).toMatchObject({
      committed_revision: 2,
      committed_by: 'ben.ode',
    });
    expect(await outcomes()).toEqual(['config.committed by ben.ode']);
  });

  it('records no withdrawal, nor the end of another’s commit, that was taken over from it', async () => {
    const takeOver = async (): Promise<void> => {
      await expireLeases(t);
      const mine = await findRunning(t.db, place());
      if (mine) await takeLease(t.db, mine, 'another');
    };
    let overtaken: Promise<void> | undefined;
    const port = t.ports.configPublishing;
    const configPublishing: typeof port = {
      ...port,
      withdraw: async (...file) => {
        await (overtaken ??= takeOver());
        return port.withdraw(...file);
      },
      discard: async (...file) => {
        await (overtaken ??= takeOver());
        return port.discard(...file);
      },
    };
    const ports = { ...t.ports, configPublishing };
    const publication = await begin(t.processId);
    const path = `tenants/${id}/coursepro.php`;
    const work = { publication, subject: 'it', path, targets: [{ host: 'eu-web-1' }] };
    await expect(withdrawFile({ ...amelia, ports }, work)).rejects.toMatchObject({ code: 'conflict' });
    expect((await findRunning(t.db, place()))?.owner).toBe('another');
    await expireLeases(t);
    overtaken = undefined;
    // The saved config is another than that of the interrupted commit.
    expect(await resumePublications({ ...t, ports })).toBe(0);
    expect((await findRunning(t.db, place()))?.owner).toBe('another');
    expect(await outcomes()).toEqual([]);
  });
});

type Step = { who: 'a' | 'b' | 'c'; does: 'begin' | 'keep' | 'take' | 'end' | 'let it run out' };
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('a', 'b', 'c'),
  does: fc.constantFrom('begin', 'keep', 'take', 'end', 'let it run out'),
});

it('a lease has one owner: only the owner renews or ends it, and it can be taken over only when expired', async () => {
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await t.db.delete(publications).where(eq(publications.tenantId, id));
      /** The publication that each process believes it owns. */
      const own: Record<string, Publication> = {};
      let model: { owner: string; id: string; ranOut: boolean } | null = null;
      for (const { who, does } of steps) {
        const mine = own[who];
        const holds: boolean = model !== null && model.owner === who && model.id === mine?.id;
        if (does === 'let it run out' && model) {
          await t.db
            .update(publications)
            .set({ leaseUntil: sql`clock_timestamp()` })
            .where(eq(publications.tenantId, id));
          model.ranOut = true;
        }
        if (does === 'begin' && !model) {
          const begun = await begin(who);
          own[who] = begun;
          model = { owner: who, id: begun.id, ranOut: false };
        }
        if (does === 'keep' && mine) {
          reached += 1;
          expect(await renewLease(t.db, mine)).toBe(holds);
          if (holds && model) model.ranOut = false;
        }
        if (does === 'take') {
          reached += 1;
          const found = await findRunning(t.db, place());
          const taken = found && (await takeLease(t.db, found, who));
          expect(taken !== undefined).toBe(model?.ranOut ?? false);
          if (taken) {
            own[who] = taken;
            model = { owner: who, id: taken.id, ranOut: false };
          }
        }
        if (does === 'end' && mine) {
          reached += 1;
          expect(await end(mine)).toBe(holds);
          if (holds) model = null;
        }
        expect((await findRunning(t.db, place()))?.owner).toBe(model?.owner);
      }
    }),
    { numRuns: 25 },
  );
  expect(reached).toBeGreaterThan(0);
});
