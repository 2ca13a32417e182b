import { viewAddress } from '@mission-control/contract/views/rules';
import { type NewView, MAX_VIEWS, newView } from '@mission-control/contract/views/schema';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createUser, users } from '../auth/public.ts';
import { changeView, deleteView, listViews, saveView, useView } from './service.ts';
import { savedViews } from './tables.ts';

const t = setUpTestCtx();

let amelia: Ctx;
let priya: Ctx;
let viewer: Ctx;
beforeEach(async () => {
  await t.db.delete(savedViews);
  await t.db.delete(users);
  amelia = await person('amelia.hart', 'admin');
  priya = await person('priya.shah', 'operator');
  viewer = await person('vic.lowe', 'viewer');
});

async function person(name: string, role: 'admin' | 'operator' | 'viewer'): Promise<Ctx> {
  const { id } = await createUser(t, { name, password: 'correct horse', role });
  return t.as({ name, role, id });
}

const save = (ctx: Ctx, more: Partial<NewView> = {}) =>
  saveView(ctx, {
    page: 'tenants',
    name: 'Expiring',
    search: 'licence=soon&sort=-name',
    shared: false,
    ...more,
  });
const names = async (ctx: Ctx) => (await listViews(ctx)).data.map(({ name }) => name);

describe('saved views', () => {
  it('store the address of a page, are pinned for their owner, and are hidden from others', async () => {
    const view = await save(priya);
    expect((await listViews(priya)).data).toEqual([view]);
    expect(view).toMatchObject({ own: true, pinned: true, start: false, shared: false, revision: 1 });
    expect(viewAddress(view)).toBe('/tenant?licence=soon&sort=-name');
    expect(await names(amelia)).toEqual([]);
    await expect(useView(viewer, view._id, { pinned: true, start: true })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are visible to everybody when shared; pins and start pages are per person', async () => {
    const shared = await save(priya, { shared: true });
    const own = await save(viewer, { name: 'Mine' });
    expect(
      (await listViews(viewer)).data.map(({ name, owner, own: mine, pinned }) => [name, owner, mine, pinned]),
    ).toEqual([
      ['Expiring', 'priya.shah', false, false],
      ['Mine', 'vic.lowe', true, true],
    ]);
    await Promise.all([own, shared].map(({ _id }) => useView(viewer, _id, { pinned: true, start: true })));
    const { data } = await listViews(viewer);
    expect(data.filter(({ start }) => start)).toHaveLength(1);
    expect((await listViews(priya)).data.map(({ start }) => start)).toEqual([false]);
  });

  it('can be pinned and made the start page by two quick clicks, each of which sends its own part', async () => {
    const { _id } = await save(priya, { shared: true });
    await Promise.all([useView(viewer, _id, { pinned: true }), useView(viewer, _id, { start: true })]);
    expect((await listViews(viewer)).data).toMatchObject([{ pinned: true, start: true }]);
  });

  it('that are no longer shared disappear for others, with their pins', async () => {
    const view = await save(priya, { shared: true });
    await useView(viewer, view._id, { pinned: true, start: true });
    const { name, search, revision } = view;
    const after = await changeView(priya, view._id, { name, search, revision, shared: false });
    expect(after).toMatchObject({ shared: false, pinned: true, revision: 2 });
    expect(await names(viewer)).toEqual([]);
    await changeView(priya, view._id, { name, search, revision: 2, shared: true });
    expect((await listViews(viewer)).data).toMatchObject([{ pinned: false, start: false }]);
  });

  it('are changed by their owner or an admin, based on the current revision', async () => {
    const { _id, name, shared, revision } = await save(priya, { shared: true });
    const change = (ctx: Ctx, search: string) => changeView(ctx, _id, { name, search, shared, revision });
    await expect(change(viewer, 'a=1')).rejects.toMatchObject({ code: 'role_denied' });
    expect(await change(amelia, 'a=2')).toMatchObject({ search: 'a=2', owner: 'priya.shah', own: false });
    await expect(change(priya, 'a=3')).rejects.toMatchObject({ code: 'conflict' });
    await expect(deleteView(viewer, _id)).rejects.toMatchObject({ code: 'role_denied' });
    await deleteView(priya, _id);
    await expect(deleteView(priya, _id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('accept only one of several changes based on the same revision', async () => {
    const { _id, revision } = await save(amelia);
    const change = (at: number) =>
      changeView(amelia, _id, { name: `Mine ${at}`, search: 'q=a', shared: false, revision });
    const ended = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => change(at)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('have a unique name per person and page, ignoring case; of two concurrent writers, one succeeds', async () => {
    const both = await Promise.allSettled([save(priya), save(priya, { name: 'EXPIRING' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      code: 'conflict',
      fields: { name: expect.stringContaining('already') as string },
    });
    await save(priya, { page: 'monitors' });
    expect((await listViews(priya)).data).toHaveLength(2);
  });

  it('can be shared only by operators', async () => {
    await expect(save(viewer, { shared: true })).rejects.toMatchObject({
      code: 'refused',
      fields: { shared: expect.any(String) as string },
    });
    const { _id, name, search, revision } = await save(viewer);
    const change = changeView(viewer, _id, { name, search, revision, shared: true });
    await expect(change).rejects.toMatchObject({ code: 'refused' });
  });

  it('are limited to a hundred per person', async () => {
    const many = Array.from({ length: MAX_VIEWS }, (_, at) => ({
      ownerId: priya.actor.id,
      owner: 'priya.shah',
      page: 'tenants' as const,
      name: `View ${at}`,
      search: '',
      shared: false,
    }));
    await t.db.insert(savedViews).values(many);
    await expect(save(priya)).rejects.toMatchObject({ code: 'refused' });
    expect((await listViews(priya)).data).toHaveLength(MAX_VIEWS);
  });

  it('are limited when several are saved at once, too', async () => {
    const saved = await Promise.allSettled(
      Array.from({ length: MAX_VIEWS + 5 }, (_, at) => save(priya, { name: `View ${at}` })),
    );
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_VIEWS);
  });

  it('stay when they are shared and their owner is purged; private ones are deleted', async () => {
    await save(priya, { shared: true });
    await save(priya, { name: 'Private' });
    await t.db.delete(users).where(eq(users.id, priya.actor.id ?? 0));
    expect((await listViews(viewer)).data).toMatchObject([{ name: 'Expiring', owner: 'priya.shah', own: false }]);
    await save(viewer, { name: 'Next' });
    expect((await t.db.select().from(savedViews)).map(({ name }) => name).toSorted()).toEqual(['Expiring', 'Next']);
  });

  it('are audited with what changed', async () => {
    const { _id } = await save(priya);
    await useView(priya, _id, { pinned: false, start: true });
    await deleteView(priya, _id);
    const events = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(3);
    expect(events.map(({ action, actor, after }) => ({ action, actor, after }))).toMatchObject([
      { action: 'view.deleted', actor: 'priya.shah', after: null },
      { action: 'view.used', after: { pinned: false, start: true } },
      { action: 'view.saved', after: { page: 'tenants', search: 'licence=soon&sort=-name' } },
    ]);
  });

  it.each([
    ['page', { page: '/etc' }],
    ['name', { name: 'a\u202Eb' }],
    ['search', { search: 'a=\u00e9' }],
    ['search', { search: 'a'.repeat(2001) }],
  ])('refuses a hostile %s', (field, part) => {
    const { error } = newView.safeParse({ page: 'tenants', name: 'A', search: '', shared: false, ...part });
    expect(error?.issues[0]?.path[0]).toBe(field);
  });
});
