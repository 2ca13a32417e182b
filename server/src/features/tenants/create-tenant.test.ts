import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createTenantApi, statuses } from './testing/tenant-api.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReturnType<typeof createTenantApi>;
beforeAll(() => void (api = createTenantApi(t)));
afterAll(() => api.close());

const names = async (): Promise<string[]> =>
  (await t.db.select({ name: tenants.name }).from(tenants)).map((one) => one.name);
const add = (tenant: unknown, more: object = {}) =>
  api.send('PUT', '/api/tenant/', { tenant, region: 1, account: 1, ...more });

describe('adding a tenant', () => {
  it('returns the stored name and the id, and adds it to the list [TLS-53] (C-034)', async () => {
    const answer = await add('  Aire Valley Cafe\u0301 ');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ tenant: 'Aire Valley Café', id: expect.any(Number) as number });
    const { tenants: rows } = (await api.send('GET', '/api/tenant')).json<{ tenants: object[] }>();
    expect(rows).toContainEqual(
      expect.objectContaining({
        _id: answer.json<{ id: number }>().id,
        tenant_name: 'Aire Valley Café',
        region: 'eu-west-1',
        account_name: 'Brimham & Dale Leisure Ltd',
        tenant_status: '1',
        coursepro_tenant: false,
      }),
    );
  });

  it('is recorded with its author', async () => {
    const { id } = (await add('Recorded')).json<{ id: number }>();
    expect((await t.db.select().from(auditEvents)).at(-1)).toMatchObject({
      actor: 'priya.shah',
      action: 'tenant.created',
      subject: 'Recorded',
      tenantId: id,
      after: { region: 'eu-west-1', account: 'Brimham & Dale Leisure Ltd' },
    });
    const [row] = await t.db.select().from(tenants).where(eq(tenants.id, id));
    expect(row).toMatchObject({ createdAt: t.clock.now(), createdBy: 'priya.shah' });
  });

  it('works with and without the trailing slash, and accepts ids as text (C-007)', async () => {
    const body = { tenant: 'Without Slash', region: '1', account: '1' };
    expect((await api.send('PUT', '/api/tenant', body)).statusCode).toBe(200);
    expect((await api.send('PUT', '/api/tenant/', { ...body, tenant: 'With Slash' })).statusCode).toBe(200);
  });

  it('requires an operator', async () => {
    const answer = await api.send('PUT', '/api/tenant/', { tenant: 'No', region: 1, account: 1 }, 'viewer');
    expect([answer.statusCode, (await names()).includes('No')]).toEqual([403, false]);
  });

  it.each([
    ['', {}, 'Enter a name for the tenant.'],
    [' \u00a0\t\n', {}, 'Enter a name for the tenant.'],
    ['Brimham Active', {}, 'There is already a tenant named Brimham Active. Choose another name.'],
    ['BRIMHAM ACTIVE ', {}, 'There is already a tenant named BRIMHAM ACTIVE. Choose another name.'],
    ['Ｂrimham Active', {}, 'There is already a tenant named Ｂrimham Active. Choose another name.'],
    ['x'.repeat(121), {}, 'The name is too long. Use at most 120 characters.'],
    ['x'.repeat(500_000), {}, 'The name is too long. Use at most 120 characters.'],
    ['\ufdfa'.repeat(120), {}, 'The name is too long. Use at most 120 characters.'],
    ['two\nlines', {}, 'The name contains a line break. Remove it.'],
    ['abc\u202edef', {}, 'The name contains an invisible character (U+202E). Remove it.'],
    ['\u3164', {}, 'The name contains an invisible character (U+3164). Remove it.'],
    ['---', {}, 'The name needs at least one letter or digit.'],
    ['Good', { region: null }, 'Choose a region for the tenant.'],
    ['Good', { region: '' }, 'Choose a region for the tenant.'],
    ['Good', { account: undefined }, 'Choose an account for the tenant.'],
    ['Good', { region: 99 }, 'The chosen region does not exist or was removed. Choose another one.'],
    ['Good', { region: -1 }, 'The chosen region does not exist or was removed. Choose another one.'],
    ['Good', { account: 2 ** 31 }, 'The chosen account does not exist or was removed. Choose another one.'],
    ['Good', { account: 1.5 }, 'The chosen account does not exist or was removed. Choose another one.'],
  ])('refuses %j with %j as 400 with a msg that states what to do [TLS-54]', async (tenant, more, msg) => {
    const before = await names();
    const answer = await add(tenant, more);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', msg });
    expect(await names()).toEqual(before);
  });

  it.each([
    '{"tenant":"a\\u0000b","region":1,"account":1}',
    '{"tenant":"a\\ud800","region":1,"account":1}',
    '{"tenant":"Good","region":1,"account":1,"__proto__":{"x":1}}',
    '{"tenant":"Good","region":1,"account":1,"id":7}',
    '{"tenant":{"$ne":1},"region":1,"account":1}',
    '{"tenant":"Good","region":[1],"account":{}}',
    '[]',
    '',
  ])('refuses the hostile body %j', async (body) => {
    const before = await names();
    expect((await api.send('PUT', '/api/tenant/', body)).statusCode).toBe(400);
    expect(await names()).toEqual(before);
  });

  it('stores harmless names that look dangerous', async () => {
    for (const name of ['__proto__', "'; drop table tenants; --", '<img src=x onerror=alert(1)>', '100%', '水泳 🏊']) {
      expect((await add(name)).json()).toMatchObject({ tenant: name });
    }
    expect(await names()).toEqual(expect.arrayContaining(['__proto__', '水泳 🏊']));
  });

  it('lets exactly one of many concurrent requests for a name win', async () => {
    const answers = await Promise.all(['Race', 'race', 'RACE', 'Ｒace', 'Race '].map((name) => add(name)));
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400]);
    expect((await names()).filter((name) => /^.ace$/i.test(name))).toHaveLength(1);
  });
});

describe('the lists of choices', () => {
  it('have id and tenant_name of every tenant, sorted by name [TLS-58]', async () => {
    const answer = await api.send('GET', '/api/tenant/select', undefined, 'viewer');
    const { tenants: choices } = answer.json<{ tenants: { id: number; tenant_name: string }[] }>();
    expect(choices).toContainEqual({ id: 1, tenant_name: 'Brimham Active' });
    expect(choices).toHaveLength((await names()).length);
  });

  it('include the accounts [TLS-52]', async () => {
    const answer = await api.send('GET', '/api/accounts', undefined, 'viewer');
    expect(answer.json()).toEqual({ accounts: [{ _id: 1, trading_name: 'Brimham & Dale Leisure Ltd' }] });
  });
});
