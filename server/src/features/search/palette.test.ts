import { commitConfig } from '@mission-control/contract/config/calls';
import { setLogLevel } from '@mission-control/contract/control/calls';
import { FOUND_KINDS, searchPalette, type FoundKind } from '@mission-control/contract/search/calls';
import { updateTenant } from '@mission-control/contract/tenants/calls';
import type { Role } from '@mission-control/contract/call';
import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createUser } from '../auth/public.ts';
import { configKeys } from '../config/public.ts';
import { constant, saveDiff } from '../config/testing/config-fleet.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { runs } from '../runs/public.ts';
import { bulkChanges } from '../bulk/public.ts';
import { alertRules, alerts } from '../alerts/public.ts';
import { savedViews } from '../views/public.ts';
import { ACTING_ROLE, findActions } from './find-actions.ts';
import { findItems } from './find-items.ts';

const t = setUpTestCtx(importSmallInventory);
const people: Record<string, number> = {};
const person = (role: Role): Ctx => t.as({ name: role, role, id: people[role] ?? 0 });

const MINUTE = { minutes: null };
const to = (id: number, name: string, production = true) => ({ tenant: { id, name }, production });
const brimham = to(1, 'Brimham Active');

describe('the actions that a text describes', () => {
  const ask = (text: string, open?: number, role: Role = 'operator') => findActions(person(role), text, open);

  it('apply to each service with the switch, with an end', async () => {
    const shared = { kind: 'switch', ...brimham, name: 'maintenance', on: true, minutes: 120, already: false };
    expect(await ask('maintenance on 2 h brimham')).toEqual([
      { ...shared, service: 'coursepro' },
      { ...shared, service: 'strive' },
    ]);
    expect(await ask('brimham strive maintenance on 2h')).toEqual([{ ...shared, service: 'strive' }]);
  });

  it('tell what has that state already, and what is not in production', async () => {
    expect(await ask('active on fenland')).toEqual([
      {
        kind: 'switch',
        ...to(2, 'Fenland Training', false),
        name: 'active',
        service: null,
        on: true,
        ...MINUTE,
        already: true,
      },
    ]);
    expect(await ask('wharfe inactive')).toMatchObject([{ on: false, already: true, production: true }]);
  });

  it('apply to the open tenant when the text names none, and to no other', async () => {
    expect(await ask('cron off strive', 1)).toMatchObject([{ tenant: { id: 1 }, service: 'strive', on: false }]);
    expect(await ask('cron off')).toEqual([]);
    expect(await ask('cron off', 99)).toEqual([]);
    expect(await ask('cron off zzz', 1)).toEqual([]);
    expect(await ask('cron off fenland', 1)).toEqual([]);
  });

  it('prefer the longest name: a tenant named like an action', async () => {
    await t.db.update(tenants).set({ name: 'Active Off', nameKey: 'active off' }).where(eq(tenants.id, 3));
    const fresh: Ctx = { ...person('operator'), db: Object.create(t.db) as Ctx['db'] };
    expect(await findActions(fresh, 'active off active off', 1)).toMatchObject([{ tenant: { id: 3 }, on: false }]);
    await t.db.update(tenants).set({ name: 'Wharfe Valley', nameKey: 'wharfe valley' }).where(eq(tenants.id, 3));
  });

  it('commit uncommitted configs, or the named one', async () => {
    expect(await ask('commit brimham')).toEqual([]);
    await saveDiff(person('operator'), 1, { changed: [constant('BRIDGE_TIMEOUT', '60')] });
    const commit = { kind: 'commit', ...brimham, config: 'coursepro', waiting: true };
    expect(await ask('commit brimham')).toEqual([commit]);
    expect(await ask('brimham commit coursepro')).toEqual([commit]);
    expect(await ask('commit licence brimham')).toEqual([]);
  });

  it('set the log level for at most three hours, and for 15 minutes by default', async () => {
    expect(await ask('log level debug brimham')).toEqual([
      { kind: 'log-level', ...brimham, level: 'DEBUG', minutes: 15 },
    ]);
    expect(await ask('log level debug 1 d brimham')).toMatchObject([{ minutes: 180 }]);
  });

  it('are none if the role may not perform them', async () => {
    expect(await ask('maintenance on brimham', undefined, 'viewer')).toEqual([]);
    expect([updateTenant.access, setLogLevel.access, commitConfig.access]).toEqual(Array(3).fill(ACTING_ROLE));
    expect(await findActions({ ...t, actor: { ...t.actor, role: null } }, 'maintenance on brimham')).toEqual([]);
  });
});

describe('items by name', () => {
  beforeAll(async () => {
    for (const role of ['admin', 'operator', 'viewer'] as const) {
      const { id } = await createUser(t.as({ role: 'admin' }), {
        name: `Quinn ${role}`,
        password: 'four words that fit',
        role,
      });
      people[role] = id;
    }
    const at = t.clock.now();
    await t.db.insert(configKeys).values({ kind: 'coursepro', name: 'QUINN_MODE', type: 'string' });
    await t.db
      .insert(runs)
      .values({ kind: 'deploy', subject: 'quinn 4.2 to prod', facts: {}, startedBy: 'x', startedAt: at, owner: 'x' });
    await t.db.insert(bulkChanges).values({
      key: '00000000-0000-4000-8000-000000000001',
      action: { kind: 'active', on: true },
      title: 'Set QUINN to 1 in CoursePro',
      stages: { canary: 0, shares: [], pause_s: 0, stop_at: null },
      tenants: 1,
      state: 'done',
      startedBy: 'x',
      role: 'operator',
      startedAt: at,
    });
    const view = { page: 'tenants' as const, search: 'q=x', shared: false };
    await t.db.insert(savedViews).values([
      { ...view, name: 'Quinn own', ownerId: people.viewer, owner: 'Quinn viewer' },
      { ...view, name: 'Quinn private', ownerId: people.admin, owner: 'Quinn admin' },
      { ...view, name: 'Quinn shared', ownerId: people.admin, owner: 'Quinn admin', shared: true },
    ]);
    const rule = {
      kind: 'site-down' as const,
      severity: 'critical' as const,
      scope: { regions: [], environments: [], tenants: [] },
      channels: [],
      enabled: true,
    };
    const [added] = await t.db
      .insert(alertRules)
      .values({ ...rule, name: 'Sites', updatedAt: at, updatedBy: 'x' })
      .returning();
    const alert = {
      ruleId: added?.id ?? 0,
      title: 'Quinn is down',
      severity: 'critical' as const,
      since: at,
      openedAt: at,
    };
    await t.db.insert(alerts).values([
      { ...alert, cause: 'a' },
      { ...alert, cause: 'b', title: 'Quinn was down', state: 'resolved' },
    ]);
  });

  const find = async (text: string, role: Role = 'admin', open?: number) =>
    searchPalette.response.shape.items.parse(await findItems(person(role), text, open));
  const pathsOf = async (...given: Parameters<typeof find>) => (await find(...given)).map(({ path }) => path);

  it('are of every kind', async () => {
    const quinn = await find('quinn');
    const fleet = [...(await find('eu-')), ...quinn];
    expect(new Set(fleet.map(({ kind }): FoundKind => kind))).toEqual(new Set(FOUND_KINDS));
    expect(quinn.map(({ name }) => name)).toEqual([
      'QUINN_MODE',
      'Quinn admin',
      'Quinn operator',
      'Quinn viewer',
      'Run 1: quinn 4.2 to prod',
      'Set QUINN to 1 in CoursePro',
      'Quinn private',
      'Quinn shared',
      'Quinn is down',
    ]);
  });

  it('link to each result', async () => {
    expect(await pathsOf('eu-prod-web-03-a')).toEqual(['/environment/1']);
    expect(await pathsOf('db3.example')).toEqual(['/database?database=1']);
    expect(await pathsOf('run #1')).toEqual(['/runs/1']);
    expect(await pathsOf('quinn shared')).toEqual(['/tenant?q=x']);
    expect(await pathsOf('quinn down')).toEqual(['/alerts/1']);
    expect(await pathsOf('quinn admin')).toEqual([`/people?person=${people.admin}`]);
  });

  it('include settings of the named or the open tenant, else the documented ones', async () => {
    const path = '/tenant/1/coursepro/config?q=BRIDGE_TIMEOUT';
    expect(await pathsOf('bridge_t brimham act')).toEqual([path]);
    expect(await pathsOf('brimham bridge_t')).toEqual([path]);
    expect(await pathsOf('bridge_t', 'viewer', 1)).toEqual([path]);
    expect(await pathsOf('quinn_m')).toEqual(['/fleet/templates']);
    expect(await pathsOf('quinn_m', 'admin', 1)).toEqual([]);
  });

  it('are limited to what the role may see: people for admins, own and shared views', async () => {
    expect(
      (await find('quinn', 'viewer')).flatMap(({ kind, name }) => (kind === 'person' || kind === 'view' ? name : [])),
    ).toEqual(['Quinn own', 'Quinn shared']);
  });

  it.each(['', 'e', '%', '_', "'; drop table tenants; --", '(.*)+$', '\u202e', 'a b c d e f g h i', '\ud800'])(
    '%j finds nothing',
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );

  it('never fails, and returns only what contains all words', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('eu-prod', 'EU-PROD web', 'quinn run', '1'),
    );
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const query = searchPalette.query?.safeParse({ val: typed });
        fc.pre(query?.success === true);
        const found = await find(typed);
        const environments = found.filter(({ kind }) => kind === 'environment');
        const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
        expect(
          environments.every(({ name, detail }) =>
            words.every((word) => `${name} i-${name} blue ${detail}`.includes(word)),
          ),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
