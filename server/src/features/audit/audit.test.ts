import type { Topic } from '@mission-control/contract/topics';
import { auditCheck, listAuditEvents, type AuditEvent } from '@mission-control/contract/audit/calls';
import { sql } from 'drizzle-orm';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { auditHash } from '../../platform/audit/append.ts';
import { findAuditFault } from '../../platform/audit/verify.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, constant, createFleet } from '../config/testing/config-fleet.ts';
import { auditFeature } from './feature.ts';
import { listAuditPage } from './service.ts';

const t = setUpTestCtx(createFleet);

const filterOf = (query: object) => listAuditEvents.query?.parse(query) ?? {};
const page = (query: object = {}) => listAuditPage(t, filterOf(query));
const record = (name: string, entries: { action: string; tenantId?: number }[]): Promise<void> =>
  inTransaction(t.as({ name }), async (work) => {
    for (const entry of entries)
      work.record({ ...entry, subject: 'item', after: { n: 1 }, topics: ['items' as Topic] });
  });

describe('audit events', () => {
  it('are paged by 50, newest first, without gaps or repeats even if new ones are added in between', async () => {
    await emptyAudit(t.db);
    for (let n = 0; n < 4; n += 1)
      await record(
        'amelia.hart',
        Array.from({ length: 30 }, () => ({ action: 'item.added' })),
      );
    const first = await page();
    expect(listAuditEvents.response.parse(first)).toEqual(first);
    await record('tom.okafor', [{ action: 'item.added' }]);
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
      { actor: 'tom.okafor', action: 'item.added', tenant_id: null, before: null, after: { n: 1 } },
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
    const seen = await app.inject({ url: `/api/tenant/${id}/changes`, headers: { authorization: 'viewer' } });
    await app.close();
    expect(seen.body).not.toContain('db.example');
    expect(seen.json<{ events: AuditEvent[] }>().events).toMatchObject([
      { action: 'config.saved', after: { revision: null } },
      { action: 'config.saved' },
    ]);
    const { events } = answer.json<{ events: AuditEvent[] }>();
    expect(events.map((event) => event.action)).toEqual(['config.saved', 'config.saved']);
    expect(answer.body).toContain('DB_PASSWORD');
    expect(answer.body).not.toContain(secret);
  });
});

describe('the search of the audit', () => {
  it('finds events by day, text and id', async () => {
    await emptyAudit(t.db);
    t.clock.set('2026-11-01T23:59:59.999Z');
    await record('amelia.hart', [{ action: 'item.added' }]);
    t.clock.set('2026-11-02T00:00:00.000Z');
    await inTransaction(t.as({ name: 'tom.okafor' }), async (work) =>
      work.record({ action: 'item.named', subject: 'Brimham 100%', after: { host: 'Eu-Web_07' }, topics: [] }),
    );
    const actions = async (query: object) => (await page(query)).events.map((event) => event.action);
    expect(await actions({ to: '2026-11-01' })).toEqual(['item.added']);
    expect(await actions({ from: '2026-11-02', to: '2026-11-02' })).toEqual(['item.named']);
    expect(await actions({ text: 'eu-web_07' })).toEqual(['item.named']);
    expect(await actions({ text: '100%' })).toEqual(['item.named']);
    expect(await actions({ text: '0%7' })).toEqual([]);
    expect(await actions({ text: 'AMELIA' })).toEqual(['item.added']);
    expect(await actions({ id: 1 })).toEqual(['item.added']);
  });

  it('is for admins; other users see the changes of a tenant', async () => {
    const app = createFeatureApp(t);
    const statusOf = async (role: string, url: string) =>
      (await app.inject({ url, headers: { authorization: role } })).statusCode;
    for (const url of ['/api/audit', '/api/audit/export?format=csv', '/api/audit/verify'])
      expect([await statusOf('release-manager', url), await statusOf('admin', url)], url).toEqual([403, 200]);
    expect(await statusOf('viewer', '/api/tenant/1/changes')).toBe(200);
    await app.close();
  });

  it('records denied calls with address and device, at most once a minute per user', async () => {
    await emptyAudit(t.db);
    const app = createFeatureApp(t, { name: 'val.viewer' });
    const headers = { authorization: 'viewer', 'user-agent': 'curl/8.9.0' };
    for (const _ of [1, 2, 3]) await app.inject({ url: '/api/audit', headers });
    t.clock.advance(60_000);
    await app.inject({ url: '/api/audit', headers });
    await app.close();
    const { events } = await page();
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      actor: 'val.viewer',
      action: 'access.denied',
      subject: 'listAuditEvents',
      after: {
        role: 'viewer',
        address: '127.0.0.1',
        device: 'curl',
        reason: expect.stringContaining('admin') as string,
      },
    });
  });
});

describe('the export', () => {
  const exported = async (format: string, filter = '') => {
    const app = createFeatureApp(t);
    const answer = await app.inject({
      url: `/api/audit/export?format=${format}${filter}`,
      headers: { authorization: 'admin' },
    });
    await app.close();
    return answer;
  };

  it('contains every event, is safe in a spreadsheet, and is recorded itself', async () => {
    await emptyAudit(t.db);
    for (let n = 0; n < 13; n += 1)
      await record(
        'amelia.hart',
        Array.from({ length: 100 }, () => ({ action: 'item.added', tenantId: 7 })),
      );
    await record('=HYPERLINK("x"),y', [{ action: 'item.added' }]);
    const csv = await exported('csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 1300 + 1 + 1);
    expect(lines[0]).toBe('id,at,actor,action,subject,tenant_id,before,after,request_id');
    expect(lines[1]).toContain('audit.exported');
    expect(lines[2]).toContain(`"'=HYPERLINK(""x""),y"`);
    const ndjson = (await exported('ndjson', '&tenant=7')).body.trimEnd().split('\n');
    expect(ndjson).toHaveLength(1300);
    expect(JSON.parse(ndjson[0] ?? '')).toMatchObject({ id: 1300, actor: 'amelia.hart', after: { n: 1 } });
  });
});

describe('verifying', () => {
  const verified = async () => {
    const app = createFeatureApp(t);
    const { body } = await app.inject({ url: '/api/audit/verify', headers: { authorization: 'admin' } });
    await app.close();
    return body
      .trimEnd()
      .split('\n')
      .map((line) => auditCheck.parse(JSON.parse(line)))
      .at(-1);
  };
  const file = () => join(t.fleetDir, 'audit-checkpoints.ndjson');
  beforeEach(async () => {
    rmSync(file(), { force: true });
    await emptyAudit(t.db);
    for (let n = 0; n < 5; n += 1) {
      await record('amelia.hart', [{ action: 'item.added' }]);
      if (n === 2) await auditFeature.jobs(t, { auditRetention: null })[0]?.run({});
    }
  });

  it('computes the same hash as all earlier versions, whatever the order of the keys', () => {
    const row = {
      at: '2026-11-21T09:00:00.000Z',
      actor: 'amelia.hart',
      actorId: 7,
      action: 'config.saved',
      subject: 'Brimham "Active" ü',
      tenantId: 12,
      before: null,
      after: { z: 1, a: { 10: [1, { y: null, b: 'x' }], 9: true } },
      requestId: 'r1',
      previousHash: '0'.repeat(64),
    };
    const hash = 'df7a6e67abc4849fa6bd8d74bf06b598e5801d5f4d826a648d3c9357a123cf18';
    expect(auditHash(row)).toBe(hash);
    expect(auditHash({ ...row, after: { a: { 9: true, 10: [1, { b: 'x', y: null }] }, z: 1 } })).toBe(hash);
  });

  it('reports progress and the number of checkpoints', async () => {
    expect(await verified()).toEqual({ checked: 5, total: 5, checkpoints: 1, fault: null });
  });

  it('detects a truncated tail even if the head was adjusted', async () => {
    await t.db.execute(sql`delete from audit_events where id > 2`);
    await t.db.execute(
      sql`update audit_head set length = 2, hash = (select hash from audit_events order by id desc limit 1)`,
    );
    expect((await verified())?.fault).toBe(
      `The chain ends after 2 events, but the checkpoint of ${t.clock.now().toISOString()} has 3: the newest were removed.`,
    );
  });

  it('detects a chain that was forged from the start', async () => {
    await emptyAudit(t.db);
    for (let n = 0; n < 5; n += 1) await record('somebody.else', [{ action: 'item.added' }]);
    expect((await verified())?.fault).toMatch(/^Event 3 or one before it was replaced/);
  });

  it('detects checkpoints that were changed, or signed with another key', async () => {
    const [line = ''] = readFileSync(file(), 'utf8').split('\n');
    const kept = JSON.parse(line) as Record<string, unknown>;
    writeFileSync(file(), JSON.stringify({ ...kept, length: 2 }));
    expect((await verified())?.fault).toMatch(/^The checkpoint of .* was changed after it was written/);
    writeFileSync(file(), JSON.stringify({ ...kept, public_key: 'other' }));
    expect((await verified())?.fault).toMatch(/was signed with another key/);
    writeFileSync(file(), `${line}\nnonsense\n`);
    expect((await verified())?.fault).toBe('Line 2 of the checkpoints is not a checkpoint.');
  });

  it('leaves events recorded during the check to the next one', async () => {
    const fault = await findAuditFault(t.db, {
      onProgress: () => record('amelia.hart', [{ action: 'item.added' }]),
    });
    expect(fault).toBeNull();
    await t.db.execute(sql`insert into audit_events (at, actor, action, subject, request_id, previous_hash, hash)
      select at, actor, action, subject, request_id, previous_hash, hash from audit_events order by id desc limit 1`);
    expect(await findAuditFault(t.db)).toBe('1 event follows event 6, but 0 were written.');
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
  [{ from: '2026-02-30' }],
  [{ to: 'yesterday' }],
  [{ from: '0000-01-01' }],
  [{ to: '9999-12-31' }],
  [{ id: '0' }],
  [{ text: 'a\0b' }],
])('refuses the filter %j', (query) => {
  expect(listAuditEvents.query?.safeParse(query).success).toBe(false);
});
