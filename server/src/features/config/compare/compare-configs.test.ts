import type { CallResponse } from '@mission-control/contract/call';
import { compareConfigs as compareCall } from '@mission-control/contract/config/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReportApi, type ReportApi } from '../../reports/testing/report-api.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { addTenant, constant, createFleet, saveDiff } from '../testing/config-fleet.ts';
import { compareConfigs, compareSides } from './compare-configs.ts';

const t = setUpTestCtx(createFleet);
let api: ReportApi;
let one: number;
let other: number;
beforeAll(async () => {
  api = createReportApi(t);
  [one, other] = [await addTenant(t), await addTenant(t)];
  await save(one, 'coursepro', [
    constant('DB_HOST', 'db-1'),
    constant('DB_PASSWORD', 'swordfish'),
    constant('MODE', 'shop'),
    constant('API_TOKEN', 'a'),
  ]);
  await save(other, 'coursepro', [
    constant('DB_HOST', 'db-1'),
    constant('DB_PASSWORD', 'swordfish'),
    constant('MODE', 'hall'),
    constant('API_TOKEN', 'b'),
    constant('ENABLED', 'True', 1),
  ]);
  await save(one, 'strive', [constant('MODE', 'shop'), constant('USE_DB_TENANT', '1')]);
});
afterAll(() => api.close());

const save = (id: number, service: ConfigKindSlug, added: ReturnType<typeof constant>[]) =>
  saveDiff(t.as({}), id, { added }, service);

type Answer = CallResponse<typeof compareCall>;
const compare = async (query: Parameters<typeof compareConfigs>[1]['query']): Promise<Answer> =>
  compareCall.response.parse(await compareConfigs(t, { query }));
const rowsOf = ({ rows }: Answer) =>
  Object.fromEntries(
    rows.map(({ key, ...row }) => [key, [row.state, row.cells, row.values.map(({ value }) => value)]]),
  );

describe('configs side by side', () => {
  it('are equal, different or missing key by key; secrets are compared but not shown', async () => {
    const answer = await compare({ service: 'coursepro', tenants: `${one},${other}` });
    expect(answer.configs.map(({ tenant_id: id, revision }) => [id, revision])).toEqual([
      [one, 1],
      [other, 1],
    ]);
    expect(rowsOf(answer)).toEqual({
      API_TOKEN: ['different', [0, 1], ['', '']],
      DB_HOST: ['equal', [0, 0], ['db-1']],
      DB_PASSWORD: ['equal', [0, 0], ['']],
      ENABLED: ['missing', [null, 0], ['True']],
      MODE: ['different', [0, 1], ['shop', 'hall']],
    });
    expect(JSON.stringify(answer)).not.toContain('swordfish');
  });

  it('of one tenant cover all of its services', async () => {
    const answer = await compare({ tenants: String(one) });
    expect(answer.configs.map(({ service }) => service)).toEqual(['coursepro', 'licence', 'strive', 'insight']);
    expect(rowsOf(answer)['MODE']).toEqual(['missing', [0, null, 0, null], ['shop']]);
  });

  it('can start with the default template', async () => {
    const answer = await compare({ service: 'strive', tenants: String(one), template: 'true' });
    expect(answer.configs.map(({ tenant_name: name }) => name)).toEqual(['Default template', `Tenant ${one}`]);
    expect(rowsOf(answer)['USE_DB_TENANT']?.[0]).toBe('different');
  });

  it('name the tenants that lack the service', async () => {
    const answer = await compare({ service: 'homeportal', tenants: `${one},999999` });
    expect(answer).toEqual({ configs: [], rows: [], lacking: [one, 999_999] });
  });

  it.each([
    ['no tenant', 'service=coursepro&tenants='],
    ['something else than ids', 'service=coursepro&tenants=1,x'],
    ['more than 50 tenants', `service=coursepro&tenants=${Array.from({ length: 51 }, (_, at) => at + 1).join()}`],
    ['several tenants without a service', 'tenants=1,2'],
  ])('are refused for %s', async (_what, query) => {
    expect((await api.ask('viewer', 'GET', `/api/compare?${query}`)).statusCode).toBe(400);
  });
});

describe('the rows', () => {
  const side = (settings: Record<string, string>) => ({
    config: { tenant_id: 1, tenant_name: 'A', service: 'coursepro' as const, revision: 1 },
    keys: new Map(),
    settings: new Map(
      Object.entries(settings).map(([key, value]) => [key, { key, value, type: 2, state: 1, secret: false } as const]),
    ),
  });

  it('state for each pair of configs whether their settings are equal', () => {
    const settings = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', ''));
    fc.assert(
      fc.property(fc.array(settings, { minLength: 1, maxLength: 5 }), (all) => {
        for (const { key, state, cells } of compareSides(all.map(side))) {
          const values = all.map((own) => (Object.hasOwn(own, key) ? own[key] : undefined));
          for (const [at, value] of values.entries())
            for (const [to, another] of values.entries()) expect(cells[at] === cells[to]).toBe(value === another);
          const present = new Set(values.filter((value) => value !== undefined));
          expect(state).toBe(present.size > 1 ? 'different' : values.includes(undefined) ? 'missing' : 'equal');
        }
      }),
    );
  });
});
