import { randomUUID } from 'node:crypto';
import { TOPIC } from '@mission-control/contract/topics';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { createLiveHub, type LiveHub } from '../../platform/events/hub.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createUser, users } from '../auth/public.ts';
import { createPresenceBeat, endPresence, getPresence, setPresence } from './service.ts';
import { renewPresences } from './queries.ts';
import { presences } from './tables.ts';

const PAGE = 'config:1:coursepro';
const tabOf = (at: number): string => `6b7e6f0e-6f3c-4d8e-9a53-6a3f0c9f4a${String(at).padStart(2, '0')}`;
const [ANNAS, BENS, OTHER] = [tabOf(1), tabOf(2), tabOf(3)] as const;
const t = setUpTestCtx();
let hub: LiveHub;
let anna: Ctx;
let ben: Ctx;
beforeAll(async () => void (hub = await createLiveHub(t.open, t)));
afterAll(() => hub.close());
beforeEach(async () => {
  t.clock.advance(2 * 60_000);
  await t.db.delete(users);
  anna = await person('anna');
  ben = await person('ben');
});
afterEach(() => vi.useRealTimers());

async function person(name: string): Promise<Ctx> {
  const { id } = await createUser(t, { name, password: 'correct horse', role: 'viewer' });
  return t.as({ name, role: 'viewer', id });
}

const open = (ctx: Ctx, tab: string, editing = false, page = PAGE) => setPresence(ctx, page, { tab, editing });
const seenBy = async (ctx: Ctx, tab: string) =>
  (await getPresence(ctx, PAGE, tab)).people.map(({ name, editing, own }) => [name, editing, own]);
/** Advances the database's view of time. */
const elapse = (time: string) => t.db.update(presences).set({ seenAt: sql`${presences.seenAt} - ${time}::interval` });

/** Presence announcements sent to browsers while `work` runs: they arrive in order, so those before and after are fenced off. */
async function announcedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const announced: string[] = [];
  const fence = TOPIC.presence('bulk:new');
  const stop = hub.subscribe((message) => message.kind === 'change' && announced.push(...message.event.topics));
  const pass = async (times: number): Promise<void> => {
    await open(anna, OTHER, false, 'bulk:new');
    await endPresence(anna, 'bulk:new', OTHER);
    await vi.waitFor(() => expect(announced.filter((topic) => topic === fence)).toHaveLength(times), 10_000);
  };
  await pass(2);
  const from = announced.length;
  await work();
  await pass(4);
  stop();
  return announced.slice(from).filter((topic) => topic !== fence);
}

describe('presence', () => {
  it('shows others who has the page open and who edits it, each person once', async () => {
    await open(anna, ANNAS);
    await open(ben, BENS, true);
    expect(await seenBy(anna, ANNAS)).toEqual([['ben', true, false]]);
    expect(await seenBy(ben, BENS)).toEqual([['anna', false, false]]);
    await open(anna, OTHER, true);
    expect(await seenBy(ben, BENS)).toEqual([['anna', true, false]]);
    expect(await seenBy(anna, ANNAS)).toEqual([
      ['ben', true, false],
      ['anna', true, true],
    ]);
  });

  it('notifies others when somebody arrives, begins to edit, moves on or leaves, and not in between', async () => {
    const topic = TOPIC.presence(PAGE);
    expect(await announcedDuring(() => open(ben, BENS))).toEqual([topic]);
    expect(await announcedDuring(() => open(ben, BENS))).toEqual([]);
    expect(await announcedDuring(() => open(ben, BENS, true))).toEqual([topic]);
    const other = TOPIC.presence('branding:1');
    expect((await announcedDuring(() => open(ben, BENS, true, 'branding:1'))).toSorted()).toEqual(
      [other, topic].toSorted(),
    );
    expect(await announcedDuring(() => endPresence(ben, PAGE, BENS))).toEqual([]);
    expect(await announcedDuring(() => endPresence(ben, 'branding:1', BENS))).toEqual([other]);
    expect(await announcedDuring(() => endPresence(ben, 'branding:1', BENS))).toEqual([]);
  });

  it('keeps the time of arrival until the page is left', async () => {
    await open(ben, BENS);
    const [first] = (await getPresence(anna, PAGE, ANNAS)).people;
    await open(ben, BENS, true);
    expect((await getPresence(anna, PAGE, ANNAS)).people[0]?.since).toBe(first?.since);
    await elapse('31 seconds');
    await open(ben, BENS);
    expect((await getPresence(anna, PAGE, ANNAS)).people[0]?.since).not.toBe(first?.since);
  });

  it('ends half a minute after the last heartbeat of any process, by the database clock, and notifies others', async () => {
    const [one, two] = [createPresenceBeat(t), createPresenceBeat({ ...t, processId: 'two' })];
    await open(ben, BENS);
    const disconnect = one.connect(BENS, ben.actor.id ?? 0);
    await elapse('25 seconds');
    await one.beat();
    await elapse('25 seconds');
    expect(await seenBy(anna, ANNAS)).toHaveLength(1);
    disconnect();
    // Its process has died: another one notices.
    await elapse('10 seconds');
    expect(await seenBy(anna, ANNAS)).toEqual([]);
    expect(await announcedDuring(() => two.beat())).toEqual([TOPIC.presence(PAGE)]);
    expect(await t.db.$count(presences, eq(presences.tab, BENS))).toBe(0);
  });

  it('makes browsers refetch everything when the pages that tabs have left do not fit into an announcement', async () => {
    const tabs = Array.from({ length: 300 }, (_, at) => ({
      tab: randomUUID(),
      userId: ben.actor.id ?? 0,
      page: `config:${at}:membership-portal`,
      editing: false,
    }));
    await t.db.insert(presences).values(tabs);
    await elapse('31 seconds');
    const missed = Promise.withResolvers<void>();
    const stop = hub.subscribe((message) => message.kind === 'missed' && missed.resolve());
    await createPresenceBeat(t).beat();
    await missed.promise;
    stop();
    expect(await t.db.$count(presences)).toBe(0);
  });

  it('is not revived by a heartbeat once it has ended', async () => {
    const beat = createPresenceBeat(t);
    await open(ben, BENS);
    const disconnect = beat.connect(BENS, ben.actor.id ?? 0);
    await elapse('31 seconds');
    await renewPresences(t.db, [{ tab: BENS, user_id: ben.actor.id ?? 0 }]);
    expect(await seenBy(anna, ANNAS)).toEqual([]);
    await beat.beat();
    disconnect();
    expect(await t.db.$count(presences)).toBe(0);
  });

  it('is available only to people', async () => {
    const job = { ...ben, actor: { ...ben.actor, kind: 'system' as const } };
    await expect(getPresence(job, PAGE, BENS)).rejects.toMatchObject({ code: 'role_denied' });
  });

  it('sends heartbeats only while a tab is connected, and one of several connections may end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const beat = createPresenceBeat(t);
    expect(vi.getTimerCount()).toBe(0);
    const first = beat.connect(BENS, ben.actor.id ?? 0);
    const second = beat.connect(BENS, ben.actor.id ?? 0);
    first();
    expect(vi.getTimerCount()).toBe(1);
    second();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('cannot be moved, ended or prolonged by another person', async () => {
    await open(ben, BENS);
    await open(anna, BENS, true, 'branding:1');
    await endPresence(anna, PAGE, BENS);
    expect(await seenBy(anna, ANNAS)).toEqual([['ben', false, false]]);
    const beat = createPresenceBeat(t);
    beat.connect(BENS, anna.actor.id ?? 0)();
    await elapse('29 seconds');
    const disconnect = beat.connect(BENS, anna.actor.id ?? 0);
    await beat.beat();
    disconnect();
    await elapse('2 seconds');
    expect(await seenBy(anna, ANNAS)).toEqual([]);
  });

  it('is limited to 50 tabs and 240 calls a minute per person, and ends with the account', async () => {
    for (let at = 10; at < 70; at += 1) await open(ben, tabOf(at));
    expect(await t.db.$count(presences)).toBe(50);
    for (let at = 0; at < 180; at += 1) await getPresence(ben, PAGE, BENS);
    await expect(open(ben, BENS)).rejects.toMatchObject({ code: 'too_many_attempts' });
    await t.db.delete(users).where(eq(users.id, ben.actor.id ?? 0));
    expect(await t.db.$count(presences)).toBe(0);
  });
});
