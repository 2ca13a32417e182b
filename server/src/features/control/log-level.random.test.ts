import { formatReturn, LOG_MINUTES } from '@mission-control/contract/control/rules';
import { LOG_LEVELS, type LogLevel } from '@mission-control/contract/control/schema';
import { and, eq, like } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet, HOSTS, published } from '../config/testing/config-fleet.ts';
import { restoreLogLevel } from './restore-log-level.ts';
import { readLogLevel, setLogLevel } from './set-log-level.ts';
import { controlText, runDueJobs, startWorker } from './testing/due-jobs.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
beforeAll(() => void (amelia = t.as({ role: 'operator' })));

/** Model of a level as documented: the temporary one, if any, and the automatic reverts. */
interface Model {
  /** `queued`: its job has not been lost. */
  temporary: { level: LogLevel; until: number; queued: boolean } | null;
  reverted: number;
}

type Step =
  | { do: 'set'; level: LogLevel; minutes: number }
  | { do: 'restore' }
  | { do: 'wait'; seconds: number }
  | { do: 'work' }
  | { do: 'crash' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    level: fc.constantFrom(...LOG_LEVELS),
    minutes: fc.constantFrom(...LOG_MINUTES),
  }),
  fc.record({ do: fc.constant('restore' as const) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 3 * 3600 }) }),
  fc.record({ do: fc.constant('work' as const) }),
  fc.record({ do: fc.constant('crash' as const) }),
);

async function take(id: number, model: Model, one: Step): Promise<void> {
  const now = t.clock.now().getTime();
  const overdue = model.temporary !== null && model.temporary.until <= now;
  if (one.do === 'set') {
    const until = now + one.minutes * 60_000;
    await setLogLevel(amelia, id, { new: one.level, return: formatReturn(new Date(until)) });
    model.temporary = { level: one.level, until, queued: true };
  } else if (one.do === 'restore') {
    await restoreLogLevel(amelia, id);
    model.temporary = null;
  } else if (one.do === 'wait') {
    t.clock.advance(one.seconds * 1000);
  } else {
    // Here a dead worker loses its jobs. The queue would retry them, but the sweep must not depend on that.
    if (one.do === 'crash') t.sent.length = 0;
    await (one.do === 'crash' ? startWorker(t) : runDueJobs(t));
    if (model.temporary && one.do === 'crash') model.temporary.queued = false;
    if (!overdue || (one.do === 'work' && !model.temporary?.queued)) return;
    model.temporary = null;
    model.reverted += 1;
  }
}

it('matches a small model after any sequence of steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const id = await addTenant(t);
      const model: Model = { temporary: null, reverted: 0 };
      t.sent.length = 0;
      for (const one of [...steps, { do: 'wait', seconds: 1 } as const, { do: 'work' } as const]) {
        await take(id, model, one);
        const inForce = model.temporary && model.temporary.until > t.clock.now().getTime() ? model.temporary : null;
        const until = inForce ? new Date(inForce.until).toISOString() : null;
        expect(await readLogLevel(t, id)).toMatchObject({
          current_level: inForce?.level ?? 'INFO',
          new_level: inForce ? 'INFO' : null,
          changes: until,
        });
        if (one.do !== 'set' && one.do !== 'restore') continue;
        const control = controlText(id, {
          log_level: inForce?.level ?? 'INFO',
          ends: until === null ? {} : { log_level: until },
        });
        expect(published(t, id, 'coursepro.control.json')).toEqual(HOSTS.map(() => control));
      }
      await startWorker(t);
      const reverts = await t.db
        .select({ id: auditEvents.id })
        .from(auditEvents)
        .where(and(eq(auditEvents.tenantId, id), like(auditEvents.action, 'log-level.reverted')));
      const overdue = model.temporary !== null && model.temporary.until <= t.clock.now().getTime();
      expect(reverts).toHaveLength(model.reverted + (overdue ? 1 : 0));
    }),
    { numRuns: 15 },
  );
}, 120_000);
