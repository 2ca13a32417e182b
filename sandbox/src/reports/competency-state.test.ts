import { reportCompetencies } from '@mission-control/contract/competency/schema';
import { expect, it } from 'vitest';
import { competenciesOf } from './competency-state.ts';

it('generates valid, deterministic competencies that differ between tenants', () => {
  const names = Array.from({ length: 100 }, (_, at) => `Tenant ${at}`);
  const all = names.map(competenciesOf);
  expect(all).toEqual(names.map(competenciesOf));
  const body = {
    report_id: '00000000-0000-4000-8000-000000000001',
    created: '2026-11-21T12:00:00Z',
    tenants: all.map((one, at) => ({ tenant_id: at + 1, ...one })),
  };
  expect(reportCompetencies.body?.safeParse(body).error).toBeUndefined();
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
});
