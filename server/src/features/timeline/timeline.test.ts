import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Role } from '@mission-control/contract/call';
import { getTimelineOverview, listTimeline, type TimelineEntry } from '@mission-control/contract/timeline/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { tenants } from '../../fleet/tables.ts';
import { systemCtx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, constant, createFleet, diffOf } from '../config/testing/config-fleet.ts';
import { commitConfig, saveConfig } from '../config/public.ts';
import { monitorOutages, monitors } from '../monitors/public.ts';
import { countTimeline, getTimeline } from './get-timeline.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeEach(async () => {
  await emptyAudit(t.db);
  await t.db.delete(monitors);
  t.clock.set('2026-11-21T12:00:00Z');
  id = await addTenant(t);
});

type Query = z.input<NonNullable<typeof listTimeline.query>>;
const lineOf = async (query: Query, role: Role = 'viewer') => {
  const answer = await getTimeline(t.as({ role }), listTimeline.query!.parse(query));
  return listTimeline.response.parse(answer);
};
const textsOf = async (query: Query) => (await lineOf(query)).entries.map(({ text }) => text);

const priya = () => t.as({ name: 'priya.shah', role: 'operator' });
const save = (key: string, value: string, service: ConfigKindSlug = 'coursepro') =>
  saveConfig(priya(), { params: { id, service }, body: diffOf({ added: [constant(key, value)] }) });
const at = (time: string) => t.clock.set(`2026-11-21T${time}Z`);

async function outage({
  from,
  to = null,
  host = 'brimham.coursepro.co.uk',
}: {
  from: string;
  to?: string | null;
  host?: string;
}) {
  const [monitor] = await t.db
    .insert(monitors)
    .values({ tenantId: id, service: 'coursepro', host, createdAt: t.clock.now() })
    .onConflictDoUpdate({ target: [monitors.tenantId, monitors.host], set: { service: 'coursepro' } })
    .returning({ id: monitors.id });
  await t.db.insert(monitorOutages).values({
    monitorId: monitor?.id ?? 0,
    startedAt: new Date(`2026-11-21T${from}Z`),
    endedAt: to === null ? null : new Date(`2026-11-21T${to}Z`),
    error: 'HTTP 500',
    failures: 3,
  });
  return monitor?.id ?? 0;
}

describe('the timeline of a tenant', () => {
  it('shows why a site broke: what was saved, committed and switched before it went down, newest first', async () => {
    at('13:40:00');
    await save('ENABLED', 'true');
    at('13:58:00');
    await commitConfig(priya(), { params: { id, service: 'coursepro' } });
    const monitor = await outage({ from: '14:05:00', to: '14:09:30' });
    at('14:10:00');
    const { about, entries, next } = await lineOf({ tenant: id });
    expect([about, next]).toEqual([`Tenant ${id}`, null]);
    expect(entries).toMatchObject([
      {
        at: '2026-11-21T14:09:30.000Z',
        kind: 'outage',
        text: 'brimham.coursepro.co.uk was up again',
        meaning: 'good',
        actor: null,
      },
      { at: '2026-11-21T14:05:00.000Z', kind: 'outage', meaning: 'bad', path: `/monitor/${monitor}`, undo: null },
      {
        at: '2026-11-21T13:58:00.000Z',
        kind: 'commit',
        text: 'Committed revision 1 of CoursePro config',
        actor: 'priya.shah',
        tenant: { id, name: `Tenant ${id}` },
        path: `/tenant/${id}/coursepro/config`,
        undo: { label: 'Restore a revision', path: `/tenant/${id}/coursepro/config?panel=revisions` },
      },
      { at: '2026-11-21T13:40:00.000Z', kind: 'config', text: 'Saved revision 1 of CoursePro config: ENABLED' },
    ]);
  });

  it('names settings and never shows their values to anybody', async () => {
    await save('DB_PASSWORD', 'correct horse battery');
    const shown = JSON.stringify(await lineOf({ tenant: id }, 'admin'));
    expect(shown).toContain('DB_PASSWORD');
    expect(shown).not.toContain('correct horse');
  });

  it('shows no other tenant, and only the kinds asked for', async () => {
    await save('DB_HOST', 'a');
    const other = await addTenant(t);
    await outage({ from: '11:00:00' });
    expect(await textsOf({ tenant: other })).toEqual([]);
    expect(await textsOf({ tenant: id, kinds: 'outage' })).toEqual(['brimham.coursepro.co.uk went down: HTTP 500']);
    expect(await textsOf({ tenant: id, kinds: 'config,commit' })).toEqual([
      'Saved revision 1 of CoursePro config: DB_HOST',
    ]);
  });

  it('leaves out what only admins may see: sign-ins, reveals and refusals', async () => {
    await inTransaction(t.as({ name: 'tom' }), async ({ record }) => {
      for (const action of ['user.signed-in', 'config.secret-revealed', 'access.denied', 'token.created'])
        record({ action, subject: 'x', tenantId: id, topics: [] });
    });
    expect(await textsOf({ tenant: id })).toEqual([]);
    expect(await textsOf({})).toEqual([]);
  });

  it('names the console as who did what a job did, not the job', async () => {
    await inTransaction(systemCtx(t, 'config'), async ({ record }) => {
      const after = { revision: 4, hosts: ['eu-web-1'] };
      record({
        action: 'config.republished',
        subject: `Tenant ${id} CoursePro config`,
        tenantId: id,
        after,
        topics: [],
      });
    });
    expect((await lineOf({ tenant: id })).entries).toMatchObject([{ actor: 'The console' }]);
  });

  it('covers a range: start inclusive, end exclusive', async () => {
    for (const time of ['10:00:00', '11:00:00', '12:00:00']) {
      at(time);
      await save(`AT_${time.replaceAll(':', '_')}`, time);
    }
    const range = { from: '2026-11-21T11:00:00Z', to: '2026-11-21T12:00:00Z' };
    expect((await lineOf({ tenant: id, ...range })).entries.map((one) => one.at)).toEqual(['2026-11-21T11:00:00.000Z']);
  });

  it('ends now, unless a later end is requested, for future dates', async () => {
    const monitor = await outage({ from: '11:00:00' });
    await t.db.update(monitors).set({ certificateEnds: new Date('2026-12-01T00:00:00Z') });
    expect(await textsOf({ tenant: id, kinds: 'date' })).toEqual([]);
    expect((await lineOf({ tenant: id, kinds: 'date', to: '2027-01-01T00:00:00Z' })).entries).toMatchObject([
      { text: 'Certificate of brimham.coursepro.co.uk expires', meaning: 'warn', path: `/monitor/${monitor}` },
    ]);
  });

  it('is refused for an unknown tenant, and for two scopes at once', async () => {
    await expect(lineOf({ tenant: 9 })).rejects.toMatchObject({ code: 'not_found' });
    expect(listTimeline.query!.safeParse({ tenant: id, environment: 1 }).success).toBe(false);
    expect(listTimeline.query!.safeParse({ kinds: 'config,nonsense' }).success).toBe(false);
  });
});

describe('the timeline of an environment and of a server', () => {
  it('follows the services that are there, but not other services of their tenants', async () => {
    await save('DB_HOST', 'a');
    await save('A', 'b', 'strive');
    expect(await textsOf({ environment: 1 })).toEqual(['Saved revision 1 of CoursePro config: DB_HOST']);
    expect(await textsOf({ environment: 3 })).toEqual(['Saved revision 1 of Strive config: A']);
    expect(await textsOf({ server: 'eu-worker-1' })).toEqual(['Saved revision 1 of CoursePro config: DB_HOST']);
  });

  it('contains the services that came and went, wherever they are now', async () => {
    await inTransaction(t.as({ name: 'tom' }), async ({ record }) =>
      record({
        action: 'service.updated',
        subject: `Tenant ${id} Insight`,
        tenantId: id,
        before: { webEnvironment: 'eu-prod-worker' },
        after: { webEnvironment: 'eu-prod-web' },
        topics: [],
      }),
    );
    const moved = ['Insight: web environment eu-prod-worker became eu-prod-web'];
    expect(await textsOf({ environment: 1 })).toEqual(moved);
    expect(await textsOf({ environment: 2 })).toEqual(moved);
    expect(await textsOf({ environment: 3 })).toEqual([]);
  });

  it('names drift on the server that it was found on', async () => {
    await inTransaction(t, async ({ record }) =>
      record({
        action: 'config.drift-found',
        subject: `Tenant ${id} CoursePro config`,
        tenantId: id,
        after: { hosts: ['eu-web-2'] },
        topics: [],
      }),
    );
    expect(await textsOf({ server: 'eu-web-1' })).toEqual([]);
    expect(await textsOf({ server: 'eu-web-2' })).toEqual(['CoursePro config was changed by hand on eu-web-2']);
    await expect(lineOf({ server: 'gone-1' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the timeline of the fleet', () => {
  it('keeps the changes of deleted tenants, without a link to them', async () => {
    await save('DB_HOST', 'a');
    await t.db.update(tenants).set({ deletedAt: t.clock.now() });
    expect((await lineOf({})).entries).toMatchObject([{ tenant: { id }, path: null, undo: null }]);
    await t.db.update(tenants).set({ deletedAt: null });
  });

  it('is served over HTTP to viewers', async () => {
    await save('DB_HOST', 'a');
    const app = createFeatureApp(t);
    const send = (role: string, url: string) => app.inject({ url, headers: { authorization: role } });
    expect((await send('viewer', '/api/timeline?limit=1')).json<{ entries: TimelineEntry[] }>().entries).toHaveLength(
      1,
    );
    expect((await send('viewer', '/api/timeline?limit=0')).statusCode).toBe(400);
    await app.close();
  });
});

it.each(['newest', 'oldest'] as const)('is complete when it is read entry by entry, %s first', async (order) => {
  at('11:00:00');
  for (const key of ['A', 'B', 'C']) await save(key, '1');
  await outage({ from: '11:00:00', to: '11:00:00' });
  at('11:00:01');
  await save('D', '1');
  for (const scope of [{ tenant: id }, { environment: 1 }, {}]) {
    const whole = await lineOf({ ...scope, order });
    expect(whole.entries).toHaveLength(6);
    const read: TimelineEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof lineOf>> = await lineOf({
        ...scope,
        order,
        limit: 1,
        ...(cursor === null ? null : { cursor }),
      });
      read.push(...page.entries);
      cursor = page.next;
    } while (cursor !== null);
    expect(read).toEqual(whole.entries);
  }
});

it('continues at any well-formed cursor, even at an id that no entry can have', async () => {
  for (let rank = 0; rank < 20; rank += 1)
    expect((await lineOf({ cursor: `1000000.${rank}.9999999999999999` })).entries).toEqual([]);
});

describe('the overview', () => {
  it('counts what the timeline shows, in equal parts of the range', async () => {
    for (const time of ['11:00:00', '11:00:30', '11:59:59']) {
      at(time);
      await save(`AT_${time.replaceAll(':', '_')}`, time);
    }
    await outage({ from: '11:30:00' });
    const query = { tenant: id, from: '2026-11-21T11:00:00Z', to: '2026-11-21T12:00:00Z' };
    expect(await countTimeline(t.as({ role: 'viewer' }), getTimelineOverview.query!.parse(query))).toEqual({
      parts: [
        { part: 0, counts: { config: 2 } },
        { part: 30, counts: { outage: 1 } },
        { part: 59, counts: { config: 1 } },
      ],
      since: null,
    });
  });
});
