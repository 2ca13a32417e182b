import { FORM_PAGE, tenantOfPage } from '@mission-control/contract/drafts/pages';
import { FLEET_KINDS } from '@mission-control/contract/fleet/kinds';
import { MAX_DRAFTS, pageParams, type DraftBody } from '@mission-control/contract/drafts/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createUser, users } from '../auth/public.ts';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { deleteDraft, draftFeature, getDraft, saveDraft } from './feature.ts';
import { drafts } from './tables.ts';

const [A, B] = ['6b7e6f0e-6f3c-4d8e-9a53-6a3f0c9f4a01', '6b7e6f0e-6f3c-4d8e-9a53-6a3f0c9f4a02'] as const;
const DAY_MS = 24 * 60 * 60_000;
const { config, branding, service, relations, template, item, server, bulk, licence } = FORM_PAGE;
const { alertRule, alertChannel, window, checks } = FORM_PAGE;
const pagesOf = (id: number) => [config(id, 'licence'), branding(id), service(id, 'strive'), relations(id)];
const PAGES = [
  template('coursepro'),
  alertRule(7),
  alertRule(null),
  alertChannel(7),
  alertChannel(null),
  window(7),
  window(null),
  checks(7),
  server(7),
  bulk,
  licence,
  ...FLEET_KINDS.map((kind) => item(kind, null)),
  item('environment', '7'),
  item('config_key', 'coursepro:DB_HOST'),
];
const OTHERS = ['environment:coursepro:A', 'config_key:7', 'relations:new', 'licence:7', 'server:new', 'checks:new'];
const t = setUpTestCtx(createFleet);
let tenant: number;
let page: string;

let anna: Ctx;
let ben: Ctx;
beforeEach(async () => {
  t.clock.advance(2 * 60_000);
  await t.db.delete(users);
  tenant = await addTenant(t);
  page = `config:${tenant}:coursepro`;
  anna = await person('anna');
  ben = await person('ben');
});

async function person(name: string): Promise<Ctx> {
  const { id } = await createUser(t, { name, password: 'correct horse', role: 'viewer' });
  return t.as({ name, role: 'viewer', id });
}

const save = (ctx: Ctx, more: Partial<DraftBody> = {}, at = page) =>
  saveDraft(ctx, at, {
    person: ctx.actor.id ?? 0,
    value: '["mine"]',
    base: '4',
    writer: A,
    turn: 1,
    known: 0,
    ...more,
  });
const valueOf = async (ctx: Ctx) => (await getDraft(ctx, page)).draft?.value;

describe('drafts', () => {
  it('are returned to their owner, and to nobody else', async () => {
    expect(await getDraft(anna, page)).toEqual({ person: anna.actor.id, draft: null });
    const saved = await save(anna);
    expect(saved).toEqual({ version: 1, saved_at: t.clock.now().toISOString() });
    expect((await getDraft(anna, page)).draft).toEqual({ ...saved, value: '["mine"]', base: '4', writer: A });
    expect(await valueOf(ben)).toBeUndefined();
    await deleteDraft(ben, page, 1);
    expect(await valueOf(anna)).toBe('["mine"]');
  });

  it('are stored encrypted, and leave no trace in the audit', async () => {
    const before = await t.db.$count(auditEvents);
    await save(anna, { value: '["hunter2 secret"]' });
    const [row] = await t.db.select().from(drafts);
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(row?.value).toMatch(/^v1\./);
    expect(await t.db.$count(auditEvents)).toBe(before);
  });

  it('of any form contain no secret in plain text, and only their owner can read them', async () => {
    const typed = JSON.stringify([['password', '', 'hunter2 secret']]);
    for (const at of [...pagesOf(tenant), ...PAGES]) {
      await save(anna, { value: typed }, at);
      expect((await getDraft(anna, at)).draft?.value).toBe(typed);
      expect((await getDraft(ben, at)).draft).toBeNull();
    }
    const rows = await t.db.select().from(drafts);
    expect(rows).toHaveLength(pagesOf(tenant).length + PAGES.length);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('cannot be read as somebody else, even with access to the rows', async () => {
    await save(anna);
    await t.db.update(drafts).set({ userId: ben.actor.id ?? 0 });
    await expect(getDraft(ben, page)).rejects.toThrow('unable to authenticate');
  });

  it('are replaced by later saves of the same page; a repeated or late save changes nothing', async () => {
    await save(anna);
    expect(await save(anna, { value: '2', turn: 2, known: 1 })).toMatchObject({ version: 2 });
    expect(await save(anna, { value: '2', turn: 2, known: 1 })).toMatchObject({ version: 2 });
    expect(await save(anna, { value: 'late', turn: 1, known: 0 })).toMatchObject({ version: 2 });
    expect(await valueOf(anna)).toBe('2');
  });

  it('are replaced by another tab only if it knows the newest version', async () => {
    await save(anna);
    const conflict = { code: 'conflict', details: { version: 1 } };
    await expect(save(anna, { value: 'other tab', writer: B })).rejects.toMatchObject(conflict);
    expect(await save(anna, { value: 'other tab', writer: B, known: 1 })).toMatchObject({ version: 2 });
    await expect(save(anna, { value: 'first tab', turn: 2, known: 1 })).rejects.toMatchObject({ code: 'conflict' });
    await expect(deleteDraft(anna, page, 1)).rejects.toMatchObject({ code: 'conflict', details: { version: 2 } });
    expect(await valueOf(anna)).toBe('other tab');
    await deleteDraft(anna, page, 2);
    await deleteDraft(anna, page, 2);
    expect(await valueOf(anna)).toBeUndefined();
  });

  it('saved by two tabs at once are stored for one, and the other is notified', async () => {
    const both = await Promise.allSettled([save(anna), save(anna, { writer: B })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('are not stored for a person who has signed in meanwhile', async () => {
    await expect(save(ben, { person: anna.actor.id ?? 0 })).rejects.toMatchObject({ code: 'refused' });
    expect(await valueOf(ben)).toBeUndefined();
  });

  it('are limited to fifty per person: the oldest ones are deleted', async () => {
    const pages: string[] = [];
    for (let at = 0; at <= MAX_DRAFTS; at += 1) pages.push(`config:${await addTenant(t)}:coursepro`);
    await save(ben);
    // The page of the other person's draft that is deleted.
    await save(ben, {}, pages[0]);
    for (const own of pages) {
      t.clock.advance(1000);
      await save(anna, {}, own);
    }
    const left = await t.db
      .select()
      .from(drafts)
      .where(eq(drafts.userId, anna.actor.id ?? 0));
    expect(left).toHaveLength(MAX_DRAFTS);
    expect(await valueOf(ben)).toBeDefined();
    expect((await getDraft(ben, pages[0] ?? '')).draft).not.toBeNull();
  });

  it('are deleted after 30 days, with their tenant, and with their owner', async () => {
    await save(anna);
    t.clock.advance(20 * DAY_MS);
    await save(ben);
    t.clock.advance(11 * DAY_MS);
    for (const job of draftFeature.jobs(t)) await job.run({});
    expect([await valueOf(anna), await valueOf(ben)]).toEqual([undefined, '["mine"]']);
    await t.db.delete(users).where(eq(users.id, ben.actor.id ?? 0));
    expect(await t.db.$count(drafts)).toBe(0);
    await save(anna);
    await t.db.delete(tenants).where(eq(tenants.id, tenant));
    expect(await t.db.$count(drafts)).toBe(0);
    await expect(save(anna)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are available only to people', async () => {
    const job = { ...anna, actor: { ...anna.actor, kind: 'system' as const } };
    await expect(getDraft(job, page)).rejects.toMatchObject({ code: 'role_denied' });
  });

  it('are limited to 240 calls a minute per person', async () => {
    for (let at = 1; at <= 240; at += 1) await getDraft(anna, page);
    await expect(save(anna)).rejects.toMatchObject({ code: 'too_many_attempts' });
    await save(ben);
  });

  it('exist only for pages that have a form', () => {
    const ids = [7, 1_000_000_000, 2_147_483_647];
    const all = [...ids.flatMap(pagesOf), ...PAGES, checks(2_147_483_647)];
    const tenantIds = ids.flatMap((id) => pagesOf(id).map(() => id));
    expect(all.map(tenantOfPage)).toEqual([...tenantIds, ...PAGES.map(() => null), null]);
    for (const name of all) expect(pageParams.safeParse({ page: name }).success, name).toBe(true);
    for (const name of [
      'config:1',
      'config:01:coursepro',
      'config:1:__proto__',
      ...pagesOf(2_147_483_648),
      'branding:7\n',
      'bulk',
      'x',
      '',
      ...OTHERS,
    ])
      expect(pageParams.safeParse({ page: name }).success, name).toBe(false);
  });
});
