import { reportCron } from '@mission-control/contract/cron/schema';
import { isStale } from '@mission-control/contract/reports/define-report';
import { describe, expect, it } from 'vitest';
import { cronMoodOf, cronStateOf } from './cron-state.ts';
import { lagOf } from './push-reports.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const LOGS = 48;

/** The reported state after validation by the console's schema. */
function reported(tenant: string, now = NOW) {
  const state = cronStateOf(tenant, now, LOGS);
  const body = {
    report_id: '00000000-0000-4000-8000-000000000001',
    created: new Date(now).toISOString(),
    tenants: [{ tenant_id: 1, ...state }],
  };
  const entry = reportCron.body?.parse(body).tenants[0];
  if (!entry) throw new Error('There is no entry.');
  return entry;
}
const running = (tenant: string, now = NOW) =>
  JSON.parse(reported(tenant, now).cron_tasks ?? 'null') as { task: string; elapsed: number }[];

describe('the cron of a tenant of the fleet', () => {
  it('is valid and deterministic', () => {
    const names = Array.from({ length: 30 }, (_, at) => `Tenant ${at}`).filter((name) => cronMoodOf(name) !== 'silent');
    expect(names.map((name) => reported(name))).toEqual(names.map((name) => reported(name)));
  });

  it('progresses: finished runs stay in the log, hanging ones take longer', () => {
    const later = NOW + 30 * 60_000;
    const ended = reported('Elm').tasks.flatMap((task) => task.logs.slice(0, 3).map((log) => log.datetime));
    const known = new Set(reported('Elm', later).tasks.flatMap((task) => task.logs.map((log) => log.datetime)));
    expect(ended.filter((datetime) => !known.has(datetime))).toEqual([]);
    const [before] = running('Elm stuck').toSorted((a, b) => b.elapsed - a.elapsed);
    const [after] = running('Elm stuck', later).toSorted((a, b) => b.elapsed - a.elapsed);
    expect(before?.elapsed).toBeGreaterThan(5 * 3600);
    expect(after).toMatchObject({ task: before?.task, elapsed: (before?.elapsed ?? 0) + 1800 });
  });

  it('has a task that ends immediately, or does not start when due, for a few', () => {
    const taskOf = (tenant: string, name: string) => reported(tenant).tasks.find(({ taskName }) => taskName === name);
    const [hasty] = taskOf('Elm hasty', 'waiting_list')?.logs ?? [];
    expect(hasty?.e2e.task_duration_in_seconds).toBeLessThan(1);
    const purge = taskOf('Elm idle', 'purge_sessions');
    expect(purge?.schedule).toEqual({ cron: '5 * * * *', zone: 'UTC' });
    expect(NOW - Date.parse(purge?.logs[0]?.datetime ?? '')).toBeGreaterThan(140 * 60_000);
    expect(NOW - Date.parse(taskOf('Elm', 'purge_sessions')?.logs[0]?.datetime ?? '')).toBeLessThan(60 * 60_000);
  });

  it('is missing or malformed for a few', () => {
    expect(cronStateOf('Elm silent', NOW, LOGS)).toBeNull();
    expect(() => running('Elm garbled')).toThrow(SyntaxError);
    const moods = Array.from({ length: 500 }, (_, at) => cronMoodOf(`Tenant ${at}`));
    for (const mood of ['silent', 'garbled', 'stuck', 'hasty', 'idle'] as const) {
      const share = moods.filter((one) => one === mood).length;
      expect(share, mood).toBeGreaterThan(3);
      expect(share, mood).toBeLessThan(50);
    }
  });

  it('is late for a few, deterministically', () => {
    const late = Array.from({ length: 500 }, (_, at) => `Tenant ${at}`).filter((name) => lagOf(name) > 0);
    expect(late.length).toBeGreaterThan(5);
    expect(late.length).toBeLessThan(50);
    expect(late.map(lagOf)).toEqual(late.map(lagOf));
    expect(isStale(new Date(NOW - lagOf('Elm late')).toISOString(), NOW)).toBe(true);
  });
});
