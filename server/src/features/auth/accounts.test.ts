import { expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { beforeTransaction } from '../../platform/testing/before-transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { claimUnusedAdmin, createUser, ensureFirstAdmin } from './accounts.ts';
import { signIn } from './sign-in.ts';
import { users } from './tables.ts';

const t = setUpTestCtx();

it('creates exactly one administrator in fifty concurrent first starts (threat 6)', async () => {
  const starts = await Promise.all(Array.from({ length: 50 }, () => ensureFirstAdmin(t, {})));
  const made = starts.filter((start) => start !== null);
  expect(made).toHaveLength(1);
  expect(made[0]?.user).toBe('admin');
  expect(made[0]?.password).toMatch(/^[\w-]{20}$/);
  const rows = await t.db.select().from(users);
  expect(rows.map(({ name, role }) => ({ name, role }))).toEqual([{ name: 'admin', role: 'admin' }]);
  expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(await ensureFirstAdmin(t, { user: 'second', password: 'another password' })).toBeNull();
  const trail = await t.db.select().from(auditEvents);
  expect(trail.map(({ action, subject }) => [action, subject])).toEqual([['user.created', 'admin']]);
  expect(JSON.stringify(trail)).not.toMatch(/argon2|password/i);
});

it('accepts a name once, whatever its case, width and surrounding space (threat 5)', async () => {
  for (const name of ['Admin', 'ADMIN', 'ａｄｍｉｎ']) {
    await expect(createUser(t, { name, password: 'long enough by far', role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    });
  }
});

it('rejects invalid names and passwords', async () => {
  const good = { name: 'jo', password: 'long enough by far', role: 'viewer' } as const;
  for (const name of ['', ' jo', 'jo\n', 'j\u200bo', 'x'.repeat(101)]) {
    await expect(createUser(t, { ...good, name })).rejects.toMatchObject({ code: 'refused' });
  }
  for (const password of ['', 'elevenchars', 'x'.repeat(129)]) {
    await expect(createUser(t, { ...good, password })).rejects.toMatchObject({ code: 'refused' });
  }
});

it('never replaces the password of an account that was used, even if the audit of that was removed (0038)', async () => {
  const { id, name } = await createUser(t, { name: 'root', password: 'long enough by far', role: 'admin' });
  const claim = (ctx = t) => claimUnusedAdmin(ctx, { user: name, password: 'set by a later start' });
  await t.db.update(users).set({ lastSeenAt: t.clock.now() }).where(eq(users.id, id));
  expect(await claim()).toBe('used');
  await t.db.update(users).set({ lastSeenAt: null }).where(eq(users.id, id));
  const use = () => signIn(t, { user: name, password: 'long enough by far', ip: '192.0.2.1' }, 'mc');
  expect(await claim(beforeTransaction(t, use))).toBe('used');
  expect(await use()).toMatchObject({ user: name });
});
