import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { count } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { TenantDatabases } from '../../ports/tenant-databases/port.ts';
import { createServiceFleet } from '../services/testing/service-fleet.ts';
import { databaseFeature } from './feature.ts';
import { listDatabases } from './list-databases.ts';
import { createSampler } from './sample-databases.ts';
import { databaseSamples } from './tables.ts';

const t = setUpTestCtx(createServiceFleet);
let lines: { level: 'info' | 'warn'; database: string }[];
beforeEach(async () => {
  lines = [];
  t.clock.set('2026-11-21T09:00:00Z');
  await t.db.delete(databaseSamples);
});

/** Services with a replaced `load` and a recorded log. */
function servicesWith(load: TenantDatabases['load']): Services {
  const log = Object.create(t.log) as Services['log'];
  log.info = ((facts: { database: string }) => void lines.push({ level: 'info', ...facts })) as typeof log.info;
  log.warn = ((facts: { database: string }) => void lines.push({ level: 'warn', ...facts })) as typeof log.warn;
  return { ...t, log, ports: { ...t.ports, tenantDatabases: { ...t.ports.tenantDatabases, load } } };
}

async function row(name: string): Promise<DatabaseRow> {
  const found = (await listDatabases(t, {})).databases.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

describe('the sampler', () => {
  it('samples each server once a minute for its average and activity', async () => {
    const loads = [3, 0, 40];
    let at = 0;
    const sampler = createSampler(servicesWith(async ({ name }) => (name === 'eu-db-03' ? (loads[at] ?? 0) : 1)));
    for (; at < loads.length; at += 1) {
      await sampler.run();
      t.clock.advance(60_000);
    }
    expect(await row('eu-db-03')).toMatchObject({
      db_activity_average: 14.3,
      db_activity_data: [40],
      db_activity_spans: [120],
    });
    expect(await row('eu-db-04')).toMatchObject({ db_activity_average: 1, db_activity_data: [1] });
  });

  it('crosses hour boundaries, replaces a repeated sample of a minute, and caps a very high one', async () => {
    t.clock.set('2026-11-21T09:59:10Z');
    let load = 5;
    const sampler = createSampler(servicesWith(async () => load));
    await sampler.run();
    load = 100_000;
    t.clock.set('2026-11-21T10:00:10Z');
    await sampler.run();
    expect((await row('eu-db-03')).db_activity_data).toEqual([5, 32_767]);
    load = 7;
    await sampler.run();
    expect((await row('eu-db-03')).db_activity_average).toBe(6);
  });

  it('leaves a gap for a server that fails or hangs, and warns once', async () => {
    let down = true;
    const load: TenantDatabases['load'] = ({ name }) => {
      if (name === 'eu-db-03' && down) return Promise.reject(new Error('refused'));
      return name === 'us-db-01' ? new Promise<number>(() => {}) : Promise.resolve(2);
    };
    const sampler = createSampler(servicesWith(load), 20);
    await sampler.run();
    t.clock.advance(60_000);
    await sampler.run();
    expect(lines.toSorted((a, b) => a.database.localeCompare(b.database))).toMatchObject([
      { level: 'warn', database: 'eu-db-03' },
      { level: 'warn', database: 'us-db-01' },
    ]);
    expect(await row('eu-db-03')).toMatchObject({ db_activity_average: 'n/a', db_activity_data: [] });
    expect(await row('eu-db-04')).toMatchObject({ db_activity_average: 2 });
    down = false;
    t.clock.advance(60_000);
    await sampler.run();
    expect(lines.at(-1)).toMatchObject({ level: 'info', database: 'eu-db-03' });
    expect((await row('eu-db-03')).db_activity_data).toEqual([2]);
    down = true;
    await sampler.run();
    expect(lines.at(-1)).toMatchObject({ level: 'warn', database: 'eu-db-03' });
  });

  it.each([Number.NaN, 0.5, -1, Infinity])('leaves a gap for a server that reports %s connections', async (load) => {
    const sampler = createSampler(servicesWith(async ({ name }) => (name === 'eu-db-03' ? load : 2)));
    await sampler.run();
    expect(lines).toMatchObject([{ level: 'warn', database: 'eu-db-03' }]);
    expect(await row('eu-db-03')).toMatchObject({ db_activity_data: [] });
    expect(await row('eu-db-04')).toMatchObject({ db_activity_data: [2] });
  });

  it('keeps 24 hours of samples', async () => {
    const sampler = createSampler(servicesWith(async () => 1));
    await sampler.run();
    const kept = async () => (await t.db.select({ rows: count() }).from(databaseSamples))[0]?.rows;
    expect(await kept()).toBe(4);
    t.clock.advance(24 * 3_600_000);
    await sampler.run();
    expect(await kept()).toBe(8);
    t.clock.advance(3_600_000);
    await sampler.run();
    expect(await kept()).toBe(8);
    t.clock.advance(72 * 3_600_000);
    expect((await row('eu-db-03')).db_activity_average).toBe('n/a');
  });

  it('samples the real embedded database every minute', async () => {
    const [job] = databaseFeature.jobs(t);
    expect(job).toMatchObject({ name: 'databases.sample', schedule: '* * * * *' });
    await job?.run({});
    expect((await row('eu-db-03')).db_activity_data).toHaveLength(1);
  });

  it('notifies open screens once per run', async () => {
    const announced: string[] = [];
    const listener = await t.open.listen('live', (payload) => void announced.push(payload));
    await createSampler(servicesWith(async () => 1)).run();
    await expect.poll(() => announced).toHaveLength(1);
    expect(JSON.parse(announced[0] ?? '')).toMatchObject({ topics: ['databases'] });
    await listener.stop();
  });
});
