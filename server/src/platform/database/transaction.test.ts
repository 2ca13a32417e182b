import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents, auditHead } from '../audit/tables.ts';
import { findAuditFault } from '../audit/verify.ts';
import { type LiveMessage, incrementTopicVersions, readTopicVersion } from '../events/topic-versions.ts';
import { createLiveHub } from '../events/hub.ts';
import { announcedBy } from '../testing/announced-by.ts';
import { emptyAudit } from '../testing/empty-audit.ts';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { rows, type Db } from './database.ts';
import { inTransaction, pipelined } from './transaction.ts';

const t = setUpTestCtx();
beforeAll(() => t.db.execute(sql`create table items (id integer primary key)`));
beforeEach(async () => {
  await t.db.execute(sql`truncate items`);
  await emptyAudit(t.db);
});

const add = (id: number, ctx = t.as({})) =>
  inTransaction(ctx, async ({ db, record }) => {
    await db.execute(sql`insert into items values (${id})`);
    record({
      action: 'item.added',
      subject: `item ${id}`,
      after: { id },
      topics: ['items' as Topic, 'items' as Topic],
    });
  });

it('writes the audit event with the change: actor, action, time and request', async () => {
  await add(1);
  const [event] = await t.db.select().from(auditEvents);
  expect(event).toMatchObject({
    actor: 'amelia.hart',
    action: 'item.added',
    subject: 'item 1',
    after: { id: 1 },
    requestId: 'test',
  });
  expect(event?.at).toEqual(t.clock.now());
});

it('increments topic versions in a fixed order, so that two changes never deadlock', () => {
  const named = (topics: string[]) =>
    incrementTopicVersions([topics as Topic[]])
      .slice(0, 1)
      .flatMap((raise) => new PgDialect().sqlToQuery(raise).params.filter((value) => typeof value === 'string'));
  expect(named(['tenants', 'cron', 'monitors'])).toEqual(named(['monitors', 'tenants', 'cron']));
});

it('chains several events of one change, whatever their text', async () => {
  const texts = [`O'Neill "quoted" \\ back`, 'Zoë\u2028 ✓ 𝒳', 'line\nand \u0001 control'];
  await inTransaction(t, async ({ record }) => {
    for (const text of texts)
      record({ action: 'item.named', subject: text, after: { text, list: [1, null] }, topics: [] });
  });
  await add(4);
  expect((await t.db.select().from(auditEvents).orderBy(auditEvents.id)).map(({ subject }) => subject)).toEqual([
    ...texts,
    'item 4',
  ]);
  expect(await findAuditFault(t.db)).toBeNull();
});

it('rolls back both change and event when the work fails', async () => {
  await add(1);
  await expect(add(1)).rejects.toThrow();
  expect(await t.db.select().from(auditEvents)).toHaveLength(1);
  expect(await findAuditFault(t.db)).toBeNull();
});

it('rejects a change without a recorded event', async () => {
  const silent = inTransaction(t, async ({ db }) => void (await db.execute(sql`insert into items values (7)`)));
  await expect(silent).rejects.toThrow(/must record what it changed/);
  expect(await rows(t.db, sql`select * from items`)).toEqual([]);
});

it('refuses a change while the audit chain has no head', async () => {
  await t.db.execute(sql`update audit_head set id = 2`);
  try {
    await expect(add(8)).rejects.toSatisfy((error: Error) =>
      /The audit chain has no head row/.test(`${error.message} ${(error.cause as Error | undefined)?.message}`),
    );
    expect(await rows(t.db, sql`select * from items`)).toEqual([]);
  } finally {
    await t.db.execute(sql`update audit_head set id = 1`);
  }
  await add(8);
  expect(await findAuditFault(t.db)).toBeNull();
});

it('announces a committed change once, with its topics and author', async () => {
  const hub = await createLiveHub(t.open, t);
  const received = new Promise<LiveMessage>((resolve) => void hub.subscribe(resolve));
  await add(2);
  expect(await received).toEqual({ kind: 'change', event: { topics: ['items', 'audit'], by: 'amelia.hart' } });
  await hub.close();
});

it('announces what was recorded about a tenant to the screens of the tenant, whatever else it changes', async () => {
  const record = () =>
    inTransaction(t, async (work) => work.record({ action: 'item.shown', subject: 'a', tenantId: 12, topics: [] }));
  expect(await announcedBy(t, record)).toEqual([TOPIC.tenant(12), TOPIC.audit]);
});

it('includes changes committed between loading a page and subscribing', async () => {
  const hub = await createLiveHub(t.open, t);
  t.clock.advance(60_000);
  const announced = new Promise<void>((resolve) => void hub.subscribe(() => resolve()));
  await add(4);
  await announced;
  t.clock.advance(1_500);
  const received: LiveMessage[] = [];
  hub.subscribe((message) => received.push(message), 100);
  expect(received).toEqual([{ kind: 'change', event: { topics: ['items', 'audit'], by: 'amelia.hart' } }]);
  hub.subscribe((message) => received.push(message));
  expect(received).toHaveLength(1);
  await hub.close();
});

it('makes screens refetch everything when a change has too many topics for one notification', async () => {
  const hub = await createLiveHub(t.open, t);
  const received = new Promise<LiveMessage>((resolve) => void hub.subscribe(resolve));
  await inTransaction(t, async ({ record }) => {
    record({
      action: 'item.moved',
      subject: 'many',
      topics: Array.from({ length: 900 }, (_, id) => `item:${id}` as Topic),
    });
  });
  expect(await received).toEqual({ kind: 'missed' });
  await hub.close();
});

it('increments the version of a topic once per change, and not for topics of single objects', async () => {
  const before = await readTopicVersion(t.db, 'items' as Topic);
  await add(3);
  await expect(add(3)).rejects.toThrow();
  await inTransaction(t, async ({ record }) => {
    record({ action: 'item.moved', subject: 'item 3', topics: ['item:3' as Topic] });
  });
  expect(await readTopicVersion(t.db, 'items' as Topic)).toBe(before + 1);
  expect(await readTopicVersion(t.db, 'item:3' as Topic)).toBe(0);
});

it('keeps a single chain under concurrent writers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, id) => add(id)));
  expect(await findAuditFault(t.db)).toBeNull();
  expect(await t.db.select().from(auditHead)).toMatchObject([{ length: 20 }]);
});

it.each([
  [
    'a changed event',
    sql`update audit_events set subject = 'other' where id = (select min(id) + 1 from audit_events)`,
    /was changed/,
  ],
  [
    'a removed event',
    sql`delete from audit_events where id = (select min(id) + 1 from audit_events)`,
    /removed or moved/,
  ],
  ['a cut tail', sql`delete from audit_events where id = (select max(id) from audit_events)`, /newest were removed/],
])('finds %s', async (_what, tampering, fault) => {
  for (const id of [1, 2, 3]) await add(id);
  await t.db.execute(tampering);
  expect(await findAuditFault(t.db)).toMatch(fault);
});

it.each([
  ['at', sql`at + interval '1 ms'`],
  ['actor', sql`'ben.ode'`],
  ['actor_id', sql`77`],
  ['action', sql`'item.removed'`],
  ['subject', sql`'other'`],
  ['tenant_id', sql`77`],
  ['before', sql`'{"n": 2}'::jsonb`],
  ['after', sql`'{"n": 3}'::jsonb`],
  ['request_id', sql`'other'`],
])('covers %s of an event: changing, removing or adding it is detected', async (column, other) => {
  const entry = { action: 'item.changed', subject: 'item', topics: [] };
  const full = { ...entry, tenantId: 1, before: { n: 1, list: [{ a: null }] }, after: { n: 2 } };
  await inTransaction(t.as({}), async ({ record }) => (record(full), record(entry)));
  expect(await findAuditFault(t.db)).toBeNull();
  const ids = await rows<{ id: number }>(t.db, sql`select id::int from audit_events order by id`);
  for (const { id } of ids) {
    const name = sql.identifier(column);
    const [kept] = await rows<{ value: unknown }>(
      t.db,
      sql`select ${name}::text as value from audit_events where id = ${id}`,
    );
    await t.db.execute(sql`update audit_events set ${name} = ${other} where id = ${id}`);
    expect(await findAuditFault(t.db)).toBe(`Event ${id} was changed after it was written.`);
    const type = sql.raw(
      { at: 'timestamptz', before: 'jsonb', after: 'jsonb', actor_id: 'int', tenant_id: 'int' }[column] ?? 'text',
    );
    await t.db.execute(sql`update audit_events set ${name} = ${kept?.value ?? null}::text::${type} where id = ${id}`);
    expect(await findAuditFault(t.db)).toBeNull();
  }
});

it('refuses changes but not reads while the audit log cannot be written', async () => {
  await t.db.execute(sql`alter table audit_events rename to hidden`);
  try {
    await expect(add(9)).rejects.toThrow();
    expect(await rows(t.db, sql`select * from items`)).toEqual([]);
  } finally {
    await t.db.execute(sql`alter table hidden rename to audit_events`);
  }
});

it('is not rolled back while a function sent together with a failing statement still sends some', async () => {
  const failed = Promise.withResolvers<unknown>();
  const insertLater = async (db: Db) => {
    await Promise.race([failed.promise, setTimeout(100)]);
    await db.execute(sql`insert into items values (1)`);
  };
  let later: Promise<unknown> = Promise.resolve();
  const change = inTransaction(t, async ({ db }) => {
    const insert = insertLater(db);
    later = insert.catch(() => undefined);
    // The insert fails, too, because the transaction is aborted: the first failure is reported.
    await pipelined(insert, db.execute(sql`select 1 / 0`));
  });
  await change.catch(failed.resolve);
  await later;
  await expect(change).rejects.toThrow('select 1 / 0');
  expect(await rows(t.db, sql`select id from items`)).toEqual([]);
});

it('refuses a statement of a function that the transaction did not wait for, and accepts later changes', async () => {
  const ended = Promise.withResolvers<void>();
  let later: Promise<unknown> = Promise.resolve();
  await inTransaction(t, async ({ db, record }) => {
    await db.execute(sql`insert into items values (1)`);
    later = ended.promise.then(() => db.execute(sql`insert into items values (2)`));
    record({ action: 'item.added', subject: 'x', topics: [] });
  });
  ended.resolve();
  await expect(later).rejects.toMatchObject({ cause: { message: 'This transaction has ended.' } });
  await add(3);
  expect(await rows(t.db, sql`select id from items order by id`)).toEqual([{ id: 1 }, { id: 3 }]);
});

it('executes each statement sent together once, in their order', async () => {
  await inTransaction(t, async ({ db, record }) => {
    const [first, , last] = await pipelined(
      db.select({ count: sql`count(*)::int` }).from(sql`items`),
      db.execute(sql`insert into items values (1)`),
      db.select({ count: sql`count(*)::int` }).from(sql`items`),
    );
    record({ action: 'item.added', subject: 'x', topics: [] });
    expect([first[0]?.count, last[0]?.count]).toEqual([0, 1]);
  });
});
