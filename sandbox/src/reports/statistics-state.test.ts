import { reportSddErrors, reportStatistics } from '@mission-control/contract/dashboard/schema';
import { describe, expect, it } from 'vitest';
import { sddErrorsOf } from './push-reports.ts';
import { statisticsOf } from './statistics-state.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const names = Array.from({ length: 400 }, (_, at) => `Tenant ${at}`);
const bodyOf = (entries: (object | null)[]) => ({
  report_id: '00000000-0000-4000-8000-000000000001',
  created: new Date(NOW).toISOString(),
  tenants: entries.flatMap((entry, at) => (entry ? [{ tenant_id: at + 1, ...entry }] : [])).slice(0, 200),
});

describe('the statistics of the fleet', () => {
  it('are valid and deterministic, and each distribution adds up', () => {
    const all = names.map((name, at) =>
      statisticsOf(name, { members: at * 37, centres: at % 5 === 0 ? null : at }, NOW),
    );
    expect(all).toEqual(
      names.map((name, at) => statisticsOf(name, { members: at * 37, centres: at % 5 === 0 ? null : at }, NOW)),
    );
    expect(reportStatistics.body?.safeParse(bodyOf(all)).error).toBeUndefined();
    for (const one of all) {
      if (!one) continue;
      for (const slices of [one.gender, one.age, one.distribution])
        expect(slices.reduce((sum, { value }) => sum + value, 0)).toBe(one.all);
      expect(one.homeportal_oncourse).toBeLessThanOrEqual(one.oncourse);
    }
  });

  it('are missing for a few', () => {
    const silent = names.filter((name) => statisticsOf(name, { members: 100, centres: 2 }, NOW) === null).length;
    expect(silent).toBeGreaterThan(2);
    expect(silent).toBeLessThan(40);
    expect(statisticsOf('Tenant 1', { members: null, centres: 2 }, NOW)).toBeNull();
  });
});

it('generates valid SDD errors, which are repeated unchanged', () => {
  const all = names.map((name) => sddErrorsOf(name, NOW));
  expect(reportSddErrors.body?.safeParse(bodyOf(all)).error).toBeUndefined();
  const errors = all.flatMap((one) => one?.errors ?? []);
  expect(errors.length).toBeGreaterThan(10);
  expect(new Set(errors.map(({ level }) => level))).toEqual(new Set(['ERROR', 'WARNING', 'NOTICE']));
  const later = new Set(
    names.flatMap((name) => sddErrorsOf(name, NOW + 3_600_000)?.errors ?? []).map((error) => JSON.stringify(error)),
  );
  const recent = errors.filter(({ timestamp }) => Date.parse(timestamp) > NOW - 20 * 3_600_000);
  expect(recent.filter((error) => !later.has(JSON.stringify(error)))).toEqual([]);
});
