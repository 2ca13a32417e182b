import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import { inventorySchema } from '@mission-control/contract/inventory/schema';
import { describe, expect, it } from 'vitest';
import { generateInventory } from '../generate-inventory.ts';
import { moodOf } from '../sites/answer-site.ts';

const until = '2026-11-21T14:37:00.000Z';
const options = { tenants: 120, seed: 1, today: '2026-11-21', until };
const fleet = generateInventory(options);
const past = fleet.history as InventoryHistory;

const DAY = 86_400_000;
const daysAgo = (time: string): number => (Date.parse(until) - Date.parse(time)) / DAY;

describe('the past of the sandbox', () => {
  it('can be imported, and is deterministic', () => {
    expect(inventorySchema.parse(JSON.parse(JSON.stringify(fleet)))).toEqual(fleet);
    expect(inventoryFaults(fleet)).toEqual([]);
    expect(generateInventory(options)).toEqual(fleet);
  });

  it('is generated only on request, and does not change the fleet', () => {
    const { history, ...rest } = generateInventory({ tenants: 120, seed: 1, today: '2026-11-21' });
    expect(history).toBeUndefined();
    expect(rest).toEqual({ ...fleet, history: undefined });
  });

  it('has 90 days of checks for every domain, some with outages, and ongoing outages for sites that are down', () => {
    const hosts = fleet.tenants.flatMap((one) => one.services.flatMap((part) => part.domains.map(({ host }) => host)));
    expect(past.monitors.map(({ host }) => host).toSorted()).toEqual(hosts.toSorted());
    const ended = past.monitors.filter(({ outages }) => outages.some((one) => one.ended_at !== null));
    expect(ended.length).toBeGreaterThan(past.monitors.length / 5);
    expect(ended.length).toBeLessThan(past.monitors.length);
    const lasting = past.monitors.filter(({ outages }) => outages.at(-1)?.ended_at === null).map(({ host }) => host);
    expect(lasting).toEqual(past.monitors.map(({ host }) => host).filter((host) => moodOf(host) !== 'well'));
    const oldest = past.monitors.flatMap(({ outages }) => outages.map((one) => daysAgo(one.started_at)));
    expect(Math.max(...oldest)).toBeGreaterThan(60);
  });

  it('has the last cron reports, some of them late, with the log of each task', () => {
    const withCron = fleet.tenants.filter(({ services }) => services.some(({ slug }) => slug === 'coursepro'));
    expect(past.cron.length).toBeGreaterThan(withCron.length * 0.8);
    expect(past.cron.some(({ created }) => created < until)).toBe(true);
    const logs = past.cron.flatMap(({ tasks }) => tasks.flatMap((task) => task.logs));
    expect(logs.every(({ datetime }) => daysAgo(datetime) < 2 && datetime <= until)).toBe(true);
    expect(new Set(logs.map(({ context }) => context.status)).size).toBe(3);
  });

  it('has runs of every kind with output, some failed, and the resulting deployed versions', () => {
    expect(new Set(past.runs.map(({ kind }) => kind)).size).toBe(5);
    expect(past.runs.filter(({ output }) => output.length === 0)).toEqual([]);
    expect(past.runs.some(({ outcome }) => outcome === 'failed')).toBe(true);
    const deployed = past.runs.filter(({ kind, outcome }) => kind === 'deploy' && outcome === 'succeeded');
    for (const { service, env, version } of past.served) {
      const newest = deployed
        .filter(({ facts }) => facts['env'] === env && (facts['parts'] as string[]).includes(service))
        .toSorted((one, other) => (one.ended_at < other.ended_at ? 1 : -1))[0];
      expect([service, env, newest?.facts['version']]).toEqual([service, env, version]);
    }
  });

  it('has changes by several users, which leave the tenants unchanged', () => {
    expect(new Set(past.changes.map(({ actor }) => actor)).size).toBeGreaterThan(4);
    const brimham = past.changes.filter(({ tenant }) => tenant === 'Brimham Active');
    expect(brimham.length).toBeGreaterThan(8);
    for (const tenant of fleet.tenants) {
      const last = past.changes
        .filter((one) => one.tenant === tenant.name && one.action === 'tenant.updated')
        .toSorted((one, other) => (one.at < other.at ? -1 : 1))
        .at(-1);
      if (last) expect(last.after).toEqual({ active: tenant.active });
    }
  });
});
