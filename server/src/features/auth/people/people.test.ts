import type { Person } from '@mission-control/contract/people/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../../platform/audit/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { beforeTransaction } from '../../../platform/testing/before-transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createUser } from '../accounts.ts';
import { authFeature } from '../feature.ts';
import { signIn } from '../sign-in.ts';
import { apiTokens, loginThrottle, passwordLinks, sessions, users } from '../tables.ts';
import { accountOfLink, setPasswordWithLink } from './password-links.ts';
import {
  addPerson,
  changePerson,
  deletePerson,
  listPeople,
  makePasswordLink,
  purgePeople,
  restorePerson,
} from './people.ts';
import { changeOwnPassword, endSessions, listSessions } from './person-sessions.ts';

const t = setUpTestCtx();

const PASSWORD = 'correct horse';
let amelia = 0;
beforeEach(async () => {
  await t.db.delete(users);
  await t.db.delete(loginThrottle);
  ({ id: amelia } = await createUser(t, { name: 'amelia.hart', password: PASSWORD, role: 'admin' }));
});

const admin = () => t.as({ name: 'amelia.hart', role: 'admin', id: amelia });
const add = (name: string, role: Person['role'] = 'operator') => createUser(t, { name, password: PASSWORD, role });
const personNamed = async (name: string) => (await listPeople(t)).find((person) => person.name === name);
const linkOf = ({ link }: { link: string }) => new URL(link, 'http://console.test').searchParams.get('link') ?? '';
const canSignIn = async (user: string, password = PASSWORD) =>
  'cookie' in (await signIn(t, { user, password, ip: '192.0.2.1', userAgent: 'curl/8' }, 'mc'));
const lastEvents = async (count: number) =>
  (await t.db.select().from(auditEvents).orderBy(auditEvents.id)).slice(-count);

describe('a person who is added', () => {
  it('has the role of DEFAULT_ROLE unless one is given [C-053]', async () => {
    await addPerson({ ...admin(), defaultRole: 'operator' }, { name: 'priya.shah' });
    await addPerson({ ...admin(), defaultRole: 'operator' }, { name: 'tom.okafor', role: 'viewer' });
    expect([(await personNamed('priya.shah'))?.role, (await personNamed('tom.okafor'))?.role]).toEqual([
      'operator',
      'viewer',
    ]);
  });

  it('is invited until the link has set a password, then active', async () => {
    const made = await addPerson(admin(), { name: 'priya.shah', role: 'release-manager' });
    expect(made).toMatchObject({ name: 'priya.shah', ends_at: '2026-11-22T09:00:00.000Z' });
    expect(await personNamed('priya.shah')).toMatchObject({
      state: 'invited',
      role: 'release-manager',
      signs_in_by: [],
      link_ends_at: made.ends_at,
      last_seen_at: null,
    });
    expect(await accountOfLink(t, linkOf(made))).toBe('priya.shah');
    expect(await setPasswordWithLink(t, linkOf(made), 'a long enough one')).toBe(true);
    expect(await personNamed('priya.shah')).toMatchObject({ state: 'active', signs_in_by: ['password'] });
    expect(await canSignIn('priya.shah', 'a long enough one')).toBe(true);
    const [seen] = (await listPeople(t)).filter(({ name }) => name === 'priya.shah');
    expect([seen?.sessions, seen?.last_seen_at]).toEqual([1, '2026-11-21T09:00:00.000Z']);
  });

  it('gets a link that works once, for 24 hours, and is stored only as a hash', async () => {
    const made = await addPerson(admin(), { name: 'priya.shah', role: 'viewer' });
    const secret = linkOf(made);
    expect(secret).toMatch(/^mcl_[\w-]{43}$/);
    const stored = JSON.stringify([await t.db.select().from(passwordLinks), await t.db.select().from(auditEvents)]);
    expect(stored).not.toContain(secret);
    const both = await Promise.all([1, 2].map((at) => setPasswordWithLink(t, secret, `a long enough one ${at}`)));
    expect(new Set(both)).toEqual(new Set([false, true]));
    expect(await setPasswordWithLink(t, secret, 'a long enough one')).toBe(false);

    const second = linkOf(await makePasswordLink(admin(), made.id));
    const third = linkOf(await makePasswordLink(admin(), made.id));
    expect(await accountOfLink(t, second)).toBeUndefined();
    t.clock.advance(24 * 60 * 60_000);
    expect(await accountOfLink(t, third)).toBeUndefined();
    expect(await setPasswordWithLink(t, third, 'a long enough one')).toBe(false);
    await authFeature.jobs(t)[0]?.run({});
    expect(await t.db.select().from(passwordLinks)).toEqual([]);
    t.clock.set('2026-11-21T09:00:00.000Z');
  });

  it('cannot use a link that expired while the password was being hashed', async () => {
    const secret = linkOf(await addPerson(admin(), { name: 'priya.shah', role: 'viewer' }));
    const times = [t.clock.now()];
    const ended = new Date(t.clock.now().getTime() + 24 * 60 * 60_000);
    const slow = { ...t.as({}), clock: { now: () => times.shift() ?? ended } };
    expect(await setPasswordWithLink(slow, secret, 'a long enough one')).toBe(false);
    expect(await canSignIn('priya.shah', 'a long enough one')).toBe(false);
  });

  it('cannot use the link of an account that was disabled or deleted by other means', async () => {
    const made = await addPerson(admin(), { name: 'priya.shah', role: 'viewer' });
    for (const out of [{ disabled: true }, { disabled: false, deletedAt: t.clock.now() }]) {
      await t.db.update(users).set(out).where(eq(users.id, made.id));
      expect(await accountOfLink(t, linkOf(made))).toBeUndefined();
      expect(await setPasswordWithLink(t, linkOf(made), 'a long enough one')).toBe(false);
    }
  });

  it('can still use the link after a password was rejected', async () => {
    const secret = linkOf(await addPerson(admin(), { name: 'priya.shah', role: 'viewer' }));
    await expect(setPasswordWithLink(t, secret, 'password1234')).rejects.toMatchObject({ code: 'refused' });
    expect(await setPasswordWithLink(t, secret, 'a long enough one')).toBe(true);
  });

  it('cannot take a name used by somebody else or a deleted person, whatever its case', async () => {
    await expect(addPerson(admin(), { name: 'Amelia.Hart', role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    });
    const { id } = await add('priya.shah');
    await deletePerson(admin(), id);
    await expect(addPerson(admin(), { name: 'priya.shah', role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a person', () => {
  it('who is disabled has no sessions, no link and no sign-in until enabled', async () => {
    const { id } = await add('priya.shah');
    expect(await canSignIn('priya.shah')).toBe(true);
    const link = linkOf(await makePasswordLink(admin(), id));
    expect(await changePerson(admin(), id, { disabled: true })).toMatchObject({
      state: 'disabled',
      state_by: 'amelia.hart',
      sessions: 0,
      link_ends_at: null,
    });
    expect(await t.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect(await canSignIn('priya.shah')).toBe(false);
    expect(await accountOfLink(t, link)).toBeUndefined();
    await expect(makePasswordLink(admin(), id)).rejects.toMatchObject({ code: 'refused' });
    expect(await changePerson(admin(), id, { disabled: false })).toMatchObject({ state: 'active', state_by: null });
    expect(await canSignIn('priya.shah')).toBe(true);
  });

  it('who is restored has no session, token or link from before', async () => {
    const { id } = await add('priya.shah');
    await canSignIn('priya.shah');
    const times = { createdAt: t.clock.now(), expiresAt: new Date(t.clock.now().getTime() + 60_000) };
    await t.db.insert(apiTokens).values({ userId: id, name: 'bot', hash: 'x', role: 'viewer', ...times });
    // As if something in progress had kept them alive.
    await t.db.update(users).set({ deletedAt: t.clock.now() }).where(eq(users.id, id));
    await restorePerson(admin(), id);
    expect((await lastEvents(1))[0]?.after).toMatchObject({ sessions: 1, tokens: 1 });
    expect([await t.db.select().from(sessions), await t.db.select().from(apiTokens)]).toEqual([[], []]);
  });

  it('who is deleted can be restored with role and password for 30 days', async () => {
    const { id } = await add('priya.shah');
    await deletePerson(admin(), id);
    expect(await canSignIn('priya.shah')).toBe(false);
    expect(await personNamed('priya.shah')).toMatchObject({ state: 'deleted', state_by: 'amelia.hart' });
    for (const change of [{ disabled: true }, { role: 'admin' } as const])
      await expect(changePerson(admin(), id, change)).rejects.toMatchObject({ code: 'not_found' });
    t.clock.advance(30 * 24 * 60 * 60_000 - 1);
    await authFeature.jobs(t)[0]?.run({});
    expect(await restorePerson(admin(), id)).toMatchObject({ state: 'active', role: 'operator' });
    expect(await canSignIn('priya.shah')).toBe(true);

    await deletePerson(admin(), id);
    t.clock.advance(30 * 24 * 60 * 60_000 + 1);
    await authFeature.jobs(t)[0]?.run({});
    await expect(restorePerson(admin(), id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await lastEvents(1))[0]).toMatchObject({ action: 'user.purged', subject: 'priya.shah' });
    t.clock.set('2026-11-21T09:00:00.000Z');
  });

  it('who is due is purged once, also by two processes at a time', async () => {
    const { id } = await add('priya.shah');
    await deletePerson(admin(), id);
    t.clock.advance(30 * 24 * 60 * 60_000 + 1);
    await Promise.all([purgePeople(t), purgePeople(t)]);
    expect((await lastEvents(2)).map(({ action }) => action)).toEqual(['user.deleted', 'user.purged']);
    t.clock.set('2026-11-21T09:00:00.000Z');
  });

  it('whose password is set with a link loses all earlier sessions', async () => {
    const { id } = await add('priya.shah');
    expect(await canSignIn('priya.shah')).toBe(true);
    const made = await makePasswordLink(admin(), id);
    expect(await listSessions(admin(), id)).toHaveLength(1);
    expect(await setPasswordWithLink(t, linkOf(made), 'a long enough one')).toBe(true);
    expect(await listSessions(admin(), id)).toEqual([]);
  });

  it('is changed with an audit event that names the actor and contains no secret', async () => {
    const { id } = await addPerson(admin(), { name: 'priya.shah', role: 'viewer' });
    await changePerson(admin(), id, { role: 'operator' });
    await makePasswordLink(admin(), id);
    await changePerson(admin(), id, { disabled: true });
    await deletePerson(admin(), id);
    await restorePerson(admin(), id);
    const events = await lastEvents(6);
    expect(events.map(({ actor, action, subject }) => [actor, action, subject])).toEqual(
      ['created', 'role-changed', 'link-made', 'disabled', 'deleted', 'restored'].map((verb) => [
        'amelia.hart',
        `user.${verb}`,
        'priya.shah',
      ]),
    );
    expect([events[1]?.before, events[1]?.after]).toEqual([{ role: 'viewer' }, { role: 'operator' }]);
    expect(JSON.stringify(events)).not.toMatch(/mcl_|argon2/);
  });
});

describe('a sign-in in progress', () => {
  /** Signs in; `act` happens once the password has been checked. */
  const signInDuring = (act: () => Promise<unknown>) =>
    signIn(
      beforeTransaction(t, (number) => (number === 1 ? act() : undefined)),
      { user: 'priya.shah', password: PASSWORD, ip: '192.0.2.1' },
      'mc',
    );

  it.each([
    [
      'the password is set with a link',
      async (id: number) => setPasswordWithLink(t, linkOf(await makePasswordLink(admin(), id)), 'a long enough one'),
    ],
    ['the person is disabled', (id: number) => changePerson(admin(), id, { disabled: true })],
    ['the person is deleted', (id: number) => deletePerson(admin(), id)],
  ])('starts no session when %s meanwhile', async (_what, act: (id: number) => Promise<unknown>) => {
    const { id } = await add('priya.shah');
    expect(await signInDuring(() => act(id))).toEqual({ refused: 'mismatch' });
    expect(await t.db.select().from(sessions)).toEqual([]);
    expect((await lastEvents(1))[0]).toMatchObject({ action: 'user.sign-in-failed', subject: 'priya.shah' });
  });
});

describe('the last active admin', () => {
  const refused = { code: 'conflict', message: expect.stringContaining('the last active admin') as string };

  it('can be neither disabled, demoted nor deleted; invited and disabled admins do not count', async () => {
    await addPerson(admin(), { name: 'invited.admin', role: 'admin' });
    const { id } = await add('priya.shah', 'admin');
    await changePerson(admin(), id, { disabled: true });
    expect((await listPeople(t)).filter((person) => person.last_admin).map(({ name }) => name)).toEqual([
      'amelia.hart',
    ]);
    await expect(changePerson(admin(), amelia, { disabled: true })).rejects.toMatchObject(refused);
    await expect(changePerson(admin(), amelia, { role: 'viewer' })).rejects.toMatchObject(refused);
    await expect(deletePerson(admin(), amelia)).rejects.toMatchObject(refused);
    expect(await personNamed('amelia.hart')).toMatchObject({ state: 'active', role: 'admin' });
    await changePerson(admin(), id, { disabled: false });
    expect(await changePerson(admin(), amelia, { role: 'viewer' })).toMatchObject({ role: 'viewer' });
  });

  it('is one who can sign in with a method that is accepted', async () => {
    const { id } = await add('priya.shah', 'admin');
    await t.db.update(users).set({ singleSignOn: true, passwordHash: null }).where(eq(users.id, id));
    const only = (password: boolean) => ({ ...admin(), signInMethods: { password, singleSignOn: !password } });
    const lastOf = async (ctx: Ctx) => (await listPeople(ctx)).filter((one) => one.last_admin).map(({ name }) => name);
    expect([await lastOf(admin()), await lastOf(only(true)), await lastOf(only(false))]).toEqual([
      [],
      ['amelia.hart'],
      ['priya.shah'],
    ]);
    await expect(deletePerson(only(false), id)).rejects.toMatchObject(refused);
    await expect(deletePerson(only(true), amelia)).rejects.toMatchObject(refused);
    expect(await changePerson(only(true), id, { disabled: true })).toMatchObject({ state: 'disabled' });
  });

  it('remains when two admins disable, demote or delete each other at once', async () => {
    const acts = [
      (id: number) => changePerson(admin(), id, { disabled: true }),
      (id: number) => changePerson(admin(), id, { role: 'viewer' }),
      (id: number) => deletePerson(admin(), id),
    ];
    for (const [at, act] of acts.entries()) {
      for (const other of acts) {
        const { id } = await add(`other.${at}.${acts.indexOf(other)}`, 'admin');
        const done = await Promise.allSettled([act(id), other(amelia)]);
        expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        const left = (await listPeople(t)).filter(({ role, state }) => role === 'admin' && state === 'active');
        expect(left).toHaveLength(1);
        await t.db.update(users).set({ disabled: false, role: 'admin', deletedAt: null }).where(eq(users.id, amelia));
        await t.db.delete(users).where(eq(users.id, id));
      }
    }
  });
});

describe("a user's own account", () => {
  const own = (sessionId: string) => ({ ...t, actor: { ...admin().actor, sessionId } });
  async function twoSessions() {
    await canSignIn('amelia.hart');
    await canSignIn('amelia.hart');
    const [first, second] = await t.db.select().from(sessions);
    if (!first || !second) throw new Error('Two sessions are missing.');
    return { first, ctx: own(first.id), second };
  }

  it('lists its sessions with device and address, and ends one or all others', async () => {
    const { ctx, first, second } = await twoSessions();
    const list = await listSessions(ctx, amelia);
    expect(list.map(({ id, current }) => [id, current])).toEqual(
      expect.arrayContaining([
        [first.id, true],
        [second.id, false],
      ]),
    );
    expect(list[0]).toMatchObject({ device: 'curl', address: '192.0.2.1', started_at: '2026-11-21T09:00:00.000Z' });
    expect(await endSessions(ctx, amelia, { only: second.id })).toEqual({ ended: 1 });
    await expect(endSessions(ctx, amelia, { only: second.id })).rejects.toMatchObject({ code: 'not_found' });
    await canSignIn('amelia.hart');
    expect(await endSessions(ctx, amelia, { except: first.id })).toEqual({ ended: 1 });
    expect((await listSessions(ctx, amelia)).map(({ id }) => id)).toEqual([first.id]);
  });

  it('cannot end the sessions of others', async () => {
    const { second } = await twoSessions();
    const { id } = await add('priya.shah');
    const priya = t.as({ name: 'priya.shah', id });
    await expect(endSessions(priya, id, { only: second.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('changes its password given the old one, which ends the other sessions', async () => {
    const { ctx, first } = await twoSessions();
    const change = (old: string, password: string) => changeOwnPassword(ctx, { old, password, ip: '192.0.2.1' });
    await expect(change('wrong', 'a long enough one')).rejects.toMatchObject({
      fields: { old_password: expect.stringMatching(/old/) as string },
    });
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({
      fields: { password: expect.stringMatching(/12 to 128/) as string },
    });
    expect(await change(PASSWORD, 'a long enough one')).toEqual({ ended: 1 });
    expect((await t.db.select().from(sessions)).map(({ id }) => id)).toEqual([first.id]);
    expect([await canSignIn('amelia.hart'), await canSignIn('amelia.hart', 'a long enough one')]).toEqual([
      false,
      true,
    ]);
  });

  it('loses an unused one-time link with the change of its password', async () => {
    const { ctx } = await twoSessions();
    const link = linkOf(await makePasswordLink(admin(), amelia));
    await changeOwnPassword(ctx, { old: PASSWORD, password: 'a long enough one', ip: '192.0.2.1' });
    expect(await accountOfLink(t, link)).toBeUndefined();
  });

  it.each(['a link sets another one', 'the same session changes it', 'the session is ended'] as const)(
    'does not change its password when %s meanwhile',
    async (what) => {
      const { ctx, first } = await twoSessions();
      const link = linkOf(await makePasswordLink(admin(), amelia));
      const change = (one: Ctx, password = 'a long enough one') =>
        changeOwnPassword(one, { old: PASSWORD, password, ip: '192.0.2.1' });
      const during = beforeTransaction(t, async (number) => {
        // After the old password was checked, which takes the first two transactions.
        if (number !== 2) return;
        if (what === 'a link sets another one') await setPasswordWithLink(t, link, 'set with the link');
        else if (what === 'the same session changes it') await change(ctx, 'another long one');
        else await endSessions(admin(), amelia, { only: first.id });
      });
      await expect(change({ ...ctx, db: during.db })).rejects.toMatchObject({ code: 'not_signed_in' });
      expect(await canSignIn('amelia.hart', 'a long enough one')).toBe(false);
    },
  );

  it('throttles guesses of the old password like sign-ins', async () => {
    const { ctx } = await twoSessions();
    const guess = (old: string) => changeOwnPassword(ctx, { old, password: 'a long enough one', ip: '192.0.2.1' });
    for (let at = 0; at < 5; at += 1) await expect(guess(`wrong ${at}`)).rejects.toMatchObject({ code: 'refused' });
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'too_many_attempts' });
  });
});
