import { asc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { anonymous } from '../context.ts';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { MAX_ANONYMOUS_PER_MINUTE, recordRefusal } from './refusals.ts';
import { auditEvents } from './tables.ts';

const t = setUpTestCtx();
let before = 0;
beforeEach(async () => {
  t.clock.advance(60_000);
  before = (await t.db.select().from(auditEvents)).length;
});

const refuse = (address: string, actor = anonymous) =>
  recordRefusal({ ...t, actor, source: { address, device: null } }, 'sign-in', 'user.sign-in-throttled', 'Too many.');
const recorded = async () => {
  const events = await t.db.select().from(auditEvents).orderBy(asc(auditEvents.id));
  return events.slice(before).map(({ after }) => (after as { address: string }).address);
};

it('records a refusal once a minute for all addresses of an IPv6 network, with the full address', async () => {
  for (let at = 1; at <= 20; at += 1) await refuse(`2001:db8:0:7::${at}`);
  await refuse('2001:db8:0:8::1');
  expect(await recorded()).toEqual(['2001:db8:0:7::1', '2001:db8:0:8::1']);
  t.clock.advance(60_000);
  await refuse('2001:db8:0:7:a:b:c:d');
  expect((await recorded()).slice(2)).toEqual(['2001:db8:0:7:a:b:c:d']);
});

it('records a limited number of refusals of anonymous callers a minute, and still those of people', async () => {
  for (let at = 0; at < MAX_ANONYMOUS_PER_MINUTE + 20; at += 1) await refuse(`2001:db8:${at.toString(16)}::1`);
  expect(await recorded()).toHaveLength(MAX_ANONYMOUS_PER_MINUTE);
  await refuse('192.0.2.1', t.as({ name: 'val.viewer' }).actor);
  expect((await recorded()).slice(MAX_ANONYMOUS_PER_MINUTE)).toEqual(['192.0.2.1']);
  t.clock.advance(60_000);
  await refuse('192.0.2.2');
  expect((await recorded()).slice(MAX_ANONYMOUS_PER_MINUTE + 1)).toEqual(['192.0.2.2']);
});

it('records refusals after the clock was set back', async () => {
  for (let at = 0; at < MAX_ANONYMOUS_PER_MINUTE; at += 1) await refuse(`2001:db8:${at.toString(16)}::1`);
  t.clock.advance(-3_600_000);
  await refuse('192.0.2.3');
  expect((await recorded()).slice(MAX_ANONYMOUS_PER_MINUTE)).toEqual(['192.0.2.3']);
});
