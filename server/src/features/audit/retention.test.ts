import { sql } from 'drizzle-orm';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { auditFeature } from './feature.ts';
import { checkAudit, listAuditPage } from './service.ts';

const t = setUpTestCtx();

const record = (): Promise<void> =>
  inTransaction(t.as({}), async (work) =>
    work.record({ action: 'item.added', subject: 'item', after: { n: 1 }, topics: [] }),
  );
const asOwner = <T>(work: (db: TestCtx['db']) => Promise<T>): Promise<T> => work(t.db);
const runJob = async (name: string, services = t): Promise<void> =>
  auditFeature
    .jobs(services, { auditRetention: { days: 30, asOwner } })
    .find((job) => job.name === name)
    ?.run({});
const checkpoint = (): Promise<void> => runJob('audit.checkpoint');
const removal = (services = t): Promise<void> => runJob('audit.remove-old', services);
const fault = (): Promise<string | null> => checkAudit(t, () => undefined);
const ids = async (): Promise<number[]> => (await listAuditPage(t, {})).events.map(({ id }) => id).toReversed();

// Events 1 to 4 on 1 to 4 October, 5 to 7 on 20 November.
beforeEach(async () => {
  rmSync(join(t.fleetDir, 'audit-checkpoints.ndjson'), { force: true });
  await emptyAudit(t.db);
  for (const day of ['10-01', '10-02', '10-03', '10-04', '11-20', '11-20', '11-20']) {
    t.clock.set(`2026-${day}T12:00:00Z`);
    await record();
    if (day === '10-03') await checkpoint();
  }
});

describe('retention (0098)', () => {
  it('removes older events, records it, and leaves a chain that still verifies', async () => {
    await removal();
    expect(await ids()).toEqual([5, 6, 7, 8]);
    expect((await listAuditPage(t, {})).events[0]).toMatchObject({
      action: 'audit.removed',
      actor: 'retention',
      subject: 'events up to 4',
      after: { events: 4 },
    });
    expect(await fault()).toBeNull();
    await checkpoint();
    t.clock.set('2027-02-01T12:00:00Z');
    await removal();
    expect(await ids()).toEqual([9]);
    expect(await fault()).toBeNull();
    await record();
    expect(await fault()).toBeNull();
    expect(await rows(t.db, sql`select last_id::int, length::int from audit_removals order by last_id`)).toEqual([
      { last_id: 4, length: 4 },
      { last_id: 8, length: 8 },
    ]);
  });

  it('removes nothing when nothing is old enough, and nothing twice', async () => {
    await removal();
    await removal();
    expect(await ids()).toEqual([5, 6, 7, 8]);
  });

  it('keeps an old event that follows a younger one', async () => {
    t.clock.set('2026-09-01T12:00:00Z');
    await record();
    t.clock.set('2026-11-21T12:00:00Z');
    await removal();
    expect(await ids()).toEqual([5, 6, 7, 8, 9]);
  });

  it('is detected by verify when it has no record', async () => {
    await t.db.execute(sql`delete from audit_events where id <= 4`);
    expect(await fault()).toBe('The events before event 5 were removed without a signed record, or event 5 was moved.');
  });

  it('is detected by verify when more was removed than recorded, and when old events reappear', async () => {
    await removal();
    await t.db.execute(sql`delete from audit_events where id = 5`);
    expect(await fault()).toMatch(/^The events before event 6 were removed without a signed record/);
    await t.db.execute(sql`insert into audit_events (id, at, actor, action, subject, request_id, previous_hash, hash)
      select 3, at, actor, action, subject, request_id, previous_hash, hash from audit_events where id = 6`);
    await t.db.execute(sql`delete from audit_removals`);
    expect(await fault()).not.toBeNull();
  });

  it('names an event that was reinserted', async () => {
    await removal();
    await t.db.execute(sql`insert into audit_events (id, at, actor, action, subject, request_id, previous_hash, hash)
      select 3, at, actor, action, subject, request_id, previous_hash, hash from audit_events where id = 6`);
    expect(await fault()).toBe('Event 3 was added: the events up to 4 were removed.');
  });

  it.each([
    ['a changed record', sql`update audit_removals set length = 3`, /up to event 4 was not signed by this console/],
    ['a signature of other contents', sql`update audit_removals set at = now()`, /was not signed by this console/],
    ['no record at all', sql`delete from audit_removals`, /removed without a signed record/],
  ])('is detected by verify with %s', async (_what, forgery, message) => {
    await removal();
    await t.db.execute(forgery);
    expect(await fault()).toMatch(message);
  });

  it('rejects a record signed with another key', async () => {
    await removal({ ...t, secrets: createSecrets(Buffer.alloc(32, 8)) }).catch(() => undefined);
    rmSync(join(t.fleetDir, 'audit-checkpoints.ndjson'), { force: true });
    await removal({ ...t, secrets: createSecrets(Buffer.alloc(32, 8)) });
    expect(await fault()).toBe('The record of the removal up to event 4 was signed with another key.');
  });

  it('removes nothing from an altered chain', async () => {
    await t.db.execute(sql`update audit_events set actor = 'nobody' where id = 3`);
    await expect(removal()).rejects.toThrow('Event 3 was changed after it was written.');
    expect(await ids()).toHaveLength(7);
  });
});
