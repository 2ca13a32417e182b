import type { Topic } from '@mission-control/contract/topics';
import { listAuditEvents, type AuditEvent } from '@mission-control/contract/audit/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { addTenant, constant, createFleet } from '../config/testing/config-fleet.ts';
import { listAuditPage } from './service.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
  await createFleet(t);
});
afterAll(() => t.close());

const filterOf = (query: object) => listAuditEvents.query?.parse(query) ?? {};
const page = (query: object = {}) => listAuditPage(t, filterOf(query));
const record = (name: string, entries: { action: string; tenantId?: number }[]): Promise<void> =>
  inTransaction(t.as({ name }), async (work) => {
    for (const entry of entries)
      work.record({ ...entry, subject: 'thing', after: { n: 1 }, topics: ['things' as Topic] });
  });

describe('audit events', () => {
  it('are paged by 50, newest first, without gaps or repeats even if new ones are added in between', async () => {
    await emptyAudit(t.db);
    for (let n = 0; n < 4; n += 1)
      await record(
        'amelia.hart',
        Array.from({ length: 30 }, () => ({ action: 'thing.added' })),
      );
    const first = await page();
    expect(listAuditEvents.answer.parse(first)).toEqual(first);
    await record('tom.okafor', [{ action: 'thing.added' }]);
    const second = await page({ before: String(first.next) });
    const third = await page({ before: second.next });
    const ids = [first, second, third].flatMap((one) => one.events.map((event) => event.id));
    expect([first, second, third].map((one) => one.events.length)).toEqual([50, 50, 20]);
    expect(ids).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
    expect([first.next, second.next, third.next]).toEqual([71, 21, null]);
  });

  it('have no next page when exactly one page is left', async () => {
    expect(await page({ before: 51 })).toMatchObject({ next: null });
    expect((await page({ before: 51 })).events).toHaveLength(50);
    expect(await page({ before: 1 })).toEqual({ events: [], next: null });
  });

  it('can be filtered by tenant, user, action or group of actions', async () => {
    await record('o%_r', [
      { action: 'config.saved', tenantId: 7 },
      { action: 'config.committed', tenantId: 8 },
      { action: 'configs.saved' },
      { action: 'tenant.updated', tenantId: 7 },
    ]);
    const actions = async (query: object) => (await page(query)).events.map((event: AuditEvent) => event.action);
    expect(await actions({ tenant: '7' })).toEqual(['tenant.updated', 'config.saved']);
    expect(await actions({ kind: 'config' })).toEqual(['config.committed', 'config.saved']);
    expect(await actions({ kind: 'config.saved' })).toEqual(['config.saved']);
    expect(await actions({ kind: 'config', tenant: 8 })).toEqual(['config.committed']);
    expect((await page({ actor: 'o%_r' })).events).toHaveLength(4);
    expect(await actions({ actor: 'o%' })).toEqual([]);
    expect((await page({ actor: 'tom.okafor' })).events).toMatchObject([
      { actor: 'tom.okafor', action: 'thing.added', tenant_id: null, before: null, after: { n: 1 } },
    ]);
  });

  it('never contain saved secrets, not even for an administrator', async () => {
    const app = createFeatureApp(t);
    const id = await addTenant(t);
    const headers = { authorization: 'admin' };
    const secret = 'correct-horse-battery';
    for (const payload of [
      { added: [constant('DB_PASSWORD', secret, 1), constant('DB_HOST', 'db.example', 1)] },
      { changed: [constant('DB_PASSWORD', `${secret}-2`, 1)] },
    ]) {
      const saved = await app.inject({ method: 'POST', url: `/api/tenant/${id}/coursepro`, headers, payload });
      expect(saved.statusCode).toBe(200);
    }
    const answer = await app.inject({ method: 'GET', url: `/api/audit?tenant=${id}`, headers });
    await app.close();
    const { events } = answer.json<{ events: AuditEvent[] }>();
    expect(events.map((event) => event.action)).toEqual(['config.saved', 'config.saved']);
    expect(answer.body).toContain('DB_PASSWORD');
    expect(answer.body).not.toContain(secret);
  });
});

it.each([
  [{ tenant: '0' }],
  [{ tenant: '99999999999' }],
  [{ tenant: "1' OR 1=1" }],
  [{ before: '1e99' }],
  [{ before: '-1' }],
  [{ before: 'x' }],
  [{ kind: 'config.%' }],
  [{ kind: '' }],
  [{ actor: 'a\0b' }],
  [{ actor: 'x'.repeat(201) }],
  [{ limit: '1000' }],
])('refuses the filter %j', (query) => {
  expect(listAuditEvents.query?.safeParse(query).success).toBe(false);
});
