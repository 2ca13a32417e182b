import type { WindowInput } from '@mission-control/contract/windows/schema';
import { and, asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { tenantServices } from '../../fleet/tables.ts';
import { findService } from '@mission-control/contract/catalogue';
import { auditEvents } from '../../platform/audit/tables.ts';
import { systemCtx } from '../../platform/context.ts';
import { rows } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { beforeTransaction } from '../../platform/testing/before-transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet, published } from '../config/testing/config-fleet.ts';
import { REVERT_JOB } from '../control/public.ts';
import { runDueJobs } from '../control/testing/due-jobs.ts';
import { addTestWindow, endTestWindows, endWindow, advanceWindows } from '../windows/testing/add-window.ts';
import { followWindows } from './follow-windows.ts';
import { revertSwitches } from './revert-switches.ts';
import { switchService } from './update-tenant.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeEach(async () => {
  t.clock.set('2026-11-25T12:00:00.000Z');
  await t.db.execute(sql`truncate maintenance_windows, window_times, window_switches`);
  id = await addTenant(t);
});

const plan = (more: Partial<WindowInput> = {}) =>
  addTestWindow(t, {
    name: 'Move',
    starts: '2026-11-25T13:00',
    minutes: 60,
    switches: true,
    scope: { tenants: [id], environments: [], services: ['coursepro'] },
    ...more,
  });

/** Runs several workers at a time of day. */
async function at(time: string): Promise<void> {
  t.clock.set(`2026-11-25T${time}:00.000Z`);
  const works = [advanceWindows, followWindows, revertSwitches];
  for (const work of works) await Promise.all([work(t), work(t), work(t)]);
  t.sent.splice(0, t.sent.length, ...t.sent.filter(({ name }) => name === 'control.publish'));
  await runDueJobs(t);
}
const isOn = async (): Promise<boolean | undefined> => {
  const [row] = await t.db
    .select({ maintenance: tenantServices.maintenance })
    .from(tenantServices)
    .where(and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'coursepro')));
  return row?.maintenance;
};
const changes = async () =>
  (
    await t.db
      .select({ actor: auditEvents.actor, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.tenantId, id), eq(auditEvents.action, 'service.switched')))
      .orderBy(asc(auditEvents.id))
  ).map(({ actor, after }) => `${actor} ${(after as { maintenance: boolean }).maintenance ? 'on' : 'off'}`);

/** A person's own switch. */
async function turn(maintenance: boolean, until?: string): Promise<void> {
  const ctx = systemCtx(t, 'priya.shah');
  const service = findService('coursepro');
  await inTransaction(ctx, async (work) => {
    const tenant = await lockTenant(work.db, id);
    if (service)
      await switchService(
        ctx,
        work,
        tenant,
        service,
        { maintenance },
        until === undefined ? undefined : new Date(until),
      );
  });
}

it('turns the maintenance switch on when the window begins and back when it ends, once each, and names itself', async () => {
  await plan();
  await at('12:30');
  expect(await isOn()).toBe(false);
  for (const time of ['13:00', '13:01', '13:30']) await at(time);
  expect(await isOn()).toBe(true);
  const [file] = published(t, id, 'coursepro.control.json');
  expect(JSON.parse(file ?? '{}')).toMatchObject({
    maintenance: true,
    ends: { maintenance: '2026-11-25T14:00:00.000Z' },
  });
  for (const time of ['14:00', '14:01']) await at(time);
  expect(await isOn()).toBe(false);
  expect(await changes()).toEqual(['window: Move on', 'window: Move off']);
});

it('leaves a switch alone that a person turns off or on in the meantime', async () => {
  await plan();
  await at('13:00');
  await turn(false);
  await at('13:10');
  expect(await isOn()).toBe(false);
  await turn(true);
  await at('14:10');
  expect(await isOn()).toBe(true);
  expect(await changes()).toEqual(['window: Move on', 'priya.shah off', 'priya.shah on']);
});

it('leaves a switch on that a person had turned on before, also after its end', async () => {
  await turn(true);
  await plan();
  await at('13:00');
  await at('14:10');
  expect(await isOn()).toBe(true);
  expect(await changes()).toEqual(['priya.shah on']);
});

it('leaves a switch off that a person turned off after another worker had turned it on', async () => {
  await plan();
  t.clock.set('2026-11-25T13:00:00.000Z');
  const others = async (begun: number) => {
    if (begun > 0) return;
    await followWindows(t);
    await turn(false);
  };
  await followWindows(beforeTransaction(t, others));
  expect(await isOn()).toBe(false);
  expect(await changes()).toEqual(['window: Move on', 'priya.shah off']);
});

it('continues with the other services when one fails, and retries it', async () => {
  const failing = id;
  id = await addTenant(t);
  await plan({ scope: { tenants: [failing, id], environments: [], services: ['coursepro'] } });
  t.clock.set('2026-11-25T13:00:00.000Z');
  let isFirst = true;
  const send: typeof t.jobs.send = (...job) => {
    if (!isFirst) return t.jobs.send(...job);
    isFirst = false;
    return Promise.reject(new Error('The queue is down.'));
  };
  await followWindows({ ...t, jobs: { ...t.jobs, send } });
  const states = [await isOn()];
  id = failing;
  states.push(await isOn());
  await followWindows(t);
  expect([...states, await isOn()]).toEqual([true, false, true]);
});

it('turns every switch back if the window is ended while workers are turning them on', async () => {
  for (let round = 0; round < 20; round += 1) {
    t.clock.set('2026-11-25T13:00:00.000Z');
    const window = await plan({ name: `Ended ${round}`, starts: '2026-11-25T13:00' });
    await Promise.all([followWindows(t), endWindow(systemCtx(t, 'priya.shah'), window.id)]);
    await revertSwitches(t);
    expect(await isOn()).toBe(false);
  }
});

it('leaves a switch on that a person had turned on before, and leaves it off once they turn it off', async () => {
  await turn(true);
  await plan();
  await at('13:00');
  await turn(false);
  await at('13:10');
  expect(await isOn()).toBe(false);
  await turn(true);
  await at('14:10');
  expect(await isOn()).toBe(true);
});

it('turns switches back at once when the window is ended early', async () => {
  await plan();
  await at('13:00');
  t.clock.set('2026-11-25T13:20:00.000Z');
  await endTestWindows(t);
  await at('13:20');
  expect(await isOn()).toBe(false);
  await at('13:30');
  expect(await changes()).toEqual(['window: Move on', 'window: Move off']);
});

it('stays on for another window when one of two is ended early', async () => {
  await plan();
  const longer = await plan({ name: 'Longer', minutes: 120 });
  await at('13:00');
  t.clock.set('2026-11-25T13:30:00.000Z');
  await endWindow(systemCtx(t, 'priya.shah'), longer.id);
  await at('13:31');
  expect(await isOn()).toBe(true);
  await at('14:00');
  expect(await isOn()).toBe(false);
});

it('stays on until the last of several windows ends', async () => {
  await plan();
  await plan({ name: 'Longer', starts: '2026-11-25T13:30', minutes: 90 });
  await at('13:00');
  await at('13:30');
  await at('14:00');
  expect(await isOn()).toBe(true);
  await at('15:00');
  expect(await isOn()).toBe(false);
  await plan({ name: 'Third', starts: '2026-11-25T16:00' });
  await plan({ name: 'Fourth', starts: '2026-11-25T16:10' });
  await at('16:00');
  await at('16:10');
  await endTestWindows(t);
  await at('16:11');
  expect(await isOn()).toBe(false);
});

it('schedules the end of its switches once, however many services another window keeps on', async () => {
  const scope = { tenants: [id], environments: [], services: [] };
  const { id: shorter } = await plan({ scope });
  await plan({ name: 'Longer', minutes: 120, scope });
  await at('13:00');
  expect((await rows(t.db, sql`select from window_switches`)).length).toBeGreaterThan(2);
  t.sent.length = 0;
  await endWindow(systemCtx(t, 'priya.shah'), shorter);
  const ends = t.sent.filter(({ name }) => name === REVERT_JOB);
  expect(ends).toEqual([{ name: REVERT_JOB, data: {}, at: new Date('2026-11-25T15:00:00.000Z') }]);
});

it('turns switches on late if no worker ran at the start, but never after the end', async () => {
  await plan();
  await at('13:40');
  expect(await isOn()).toBe(true);
  await plan({ name: 'Missed', starts: '2026-11-25T14:30', minutes: 10 });
  await at('14:50');
  expect(await isOn()).toBe(false);
  expect(await changes()).toEqual(['window: Move on', 'window: Move off']);
});
