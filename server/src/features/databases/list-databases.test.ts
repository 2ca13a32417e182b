import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { regions } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createServiceApi } from '../services/testing/service-api.ts';
import { createServiceFleet } from '../services/testing/service-fleet.ts';

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
const regionIds = new Map<string, number>();
beforeAll(async () => {
  api = createServiceApi(t);
  for (const { name, id } of await t.db.select().from(regions)) regionIds.set(name, id);
});
afterAll(() => api.close());

const list = async (query = '') => {
  const answer = await api.send('GET', `/api/database${query}`, undefined, 'viewer');
  expect(answer.status).toBe(200);
  return answer.body as { databases: { name: string }[]; error?: string };
};
const names = async (query: string) => (await list(query)).databases.map(({ name }) => name);

describe('the database servers', () => {
  it('have the keys of both documents [SVC-10, SVC-11, DB-04, DB-06]', async () => {
    const { databases, ...rest } = await list();
    expect(rest).toEqual({ activity_from: '2026-11-20T09:00:00.000Z' });
    expect(databases.find(({ name }) => name === 'eu-db-03')).toEqual({
      id: expect.any(Number) as number,
      name: 'eu-db-03',
      notes: '',
      identifier: 'db3',
      endpoint: 'db3.example.net',
      service: 'coursepro',
      region: 'eu-west-1',
      tenant_count: 1,
      db_activity_average: 'n/a',
      db_activity_data: [],
      db_activity_spans: [],
    });
  });

  it('can be filtered by service and region [SVC-10]', async () => {
    const eu = regionIds.get('eu-west-1');
    expect(await names(`?type=coursepro&region=${eu}`)).toEqual(['eu-db-03', 'eu-db-04']);
    expect(await names('?type=insight')).toEqual(['eu-db-ins-01']);
    expect(await names(`?region=${regionIds.get('us-east-1')}`)).toEqual(['us-db-01']);
    expect(await names('?type=&region=')).toHaveLength(4);
  });

  it('are empty with the reason if there are none [SVC-10] (C-028)', async () => {
    expect(await list('?type=__proto__')).toEqual({ databases: [], error: 'There is no service __proto__.' });
    for (const region of ['999', 'eu', '1e9', '99999999999999', '-1', '0', '0x1', '1e0', '+1', ' 1', '01', '1.0']) {
      const error = `There is no region ${region}.`;
      expect(await list(`?region=${encodeURIComponent(region)}`)).toEqual({ databases: [], error });
    }
    expect(await list(`?type=insight&region=${regionIds.get('us-east-1')}`)).toEqual({
      databases: [],
      error: 'There is no database server for Insight in us-east-1.',
    });
  });
});
