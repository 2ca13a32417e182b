import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/fleet/calls';
import * as configCalls from '@mission-control/contract/config/calls';
import { getTenantCron } from '@mission-control/contract/cron/calls';
import { itemList, type SavedItem } from '@mission-control/contract/fleet/schema';
import type { FleetKind } from '@mission-control/contract/fleet/kinds';
import { listDomainStanding, listStatusPages } from '@mission-control/contract/monitors/calls';
import { getTenant, listDeletedTenants } from '@mission-control/contract/tenants/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { environments, servers, tenants, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { changedRowsReader, LIVE_CHANNEL, readTopicVersion } from '../../platform/events/topic-versions.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { checkDrift, commitConfig, configDrifts, configs, listDrift, saveConfig } from '../config/public.ts';
import { addTenant, constant, createFleet, diffOf, published } from '../config/testing/config-fleet.ts';
import { controlConfirmations } from '../control/public.ts';
import { applyInventory, lockFleet, planInventory } from '../inventory/public.ts';
import { smallInventory } from '../inventory/testing/small-inventory.ts';
import { previewItem } from './impact.ts';
import { listItems, listItemTenants } from './feature.ts';
import { retireItem, saveItem } from './save-item.ts';

const t = setUpTestCtx(createFleet);
let tenant: number;
beforeAll(async () => {
  await t.db.execute(
    `select setval('environments_id_seq', 100), setval('regions_id_seq', 100), setval('accounts_id_seq', 100)`,
  );
  tenant = await addTenant(t);
  const params = { id: tenant, service: 'coursepro' } as const;
  await saveConfig(t, { params, body: diffOf({ added: [constant('A', '1')] }) });
  await commitConfig(t, { params });
});

type Body = CallInput<typeof calls.saveFleetItem>['body'];
const list = async (kind: FleetKind) => {
  const answer = await listItems(t, { params: { kind } });
  expect(itemList.parse(answer)).toEqual(answer);
  return answer.items;
};
const itemNamed = async (kind: FleetKind, name: string) => {
  const found = (await list(kind)).find(({ fields }) => 'name' in fields && fields.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
/** The request body that changes some fields of an item as read. */
const changeOf = async (kind: FleetKind, name: string, part: object): Promise<Body> => {
  const { key, fields } = await itemNamed(kind, name);
  return { kind, key, base: fields, fields: { ...fields, ...part } } as SavedItem;
};
const save = (body: Body) => saveItem(t, { body });
const lastEvent = async () => (await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

const WEB = {
  name: 'eu-prod-web-9',
  instance_id: 'i-9',
  group_name: 'green',
  type: 1,
  region: 'eu-west-1',
  fqdn: 'web-9.example',
  servers: ['eu-web-9'],
};

describe('adding a server to an environment', () => {
  it('previews which configs will need a commit, marks them missing, and writes nothing until somebody commits', async () => {
    const body = await changeOf('environment', 'eu-prod-web', { servers: ['eu-web-1', 'eu-web-2', 'eu-web-3'] });
    expect(await previewItem(t, { body })).toEqual({
      tenants: 1,
      configs: 1,
      effects: ['1 config will be missing on eu-web-3 until somebody commits.'],
      some: [{ id: tenant, name: `Tenant ${tenant}` }],
    });
    await save(body);
    expect(await lastEvent()).toMatchObject({
      action: 'environment.changed',
      subject: 'eu-prod-web',
      before: { servers: ['eu-web-1', 'eu-web-2'] },
      after: { servers: ['eu-web-1', 'eu-web-2', 'eu-web-3'], missing_configs: 1 },
    });
    const missing = {
      tenant_id: tenant,
      service: 'coursepro',
      state: 'missing',
      hosts: [{ host: 'eu-web-3', missing: true }],
    };
    expect((await listDrift(t)).rows).toMatchObject([missing]);
    await checkDrift(t, new Set());
    expect((await listDrift(t)).rows).toMatchObject([missing]);
    expect(published(t, tenant, 'coursepro.php', ['eu-web-3'])).toEqual([null]);
    await commitConfig(t, { params: { id: tenant, service: 'coursepro' } });
    expect(published(t, tenant, 'coursepro.php', ['eu-web-3'])[0]).not.toBeNull();
    expect((await listDrift(t)).rows).toEqual([]);
  });

  it('finds a file that is already there instead of reporting it missing', async () => {
    const body = await changeOf('environment', 'eu-prod-web', { servers: ['eu-web-1', 'eu-web-2'] });
    expect(await previewItem(t, { body })).toMatchObject({
      effects: ['eu-web-3 will get no more files. Existing files stay there: the console does not remove them.'],
      configs: 0,
    });
    await save(body);
    await save(await changeOf('environment', 'eu-prod-web', { servers: ['eu-web-1', 'eu-web-2', 'eu-web-3'] }));
    expect((await listDrift(t)).rows).toHaveLength(1);
    await checkDrift(t, new Set());
    expect((await listDrift(t)).rows).toEqual([]);
  });

  it('deletes the drift of a server that is removed or retired', async () => {
    const hosts = (more: string[]) =>
      changeOf('environment', 'eu-prod-web', { servers: ['eu-web-1', 'eu-web-2', 'eu-web-3', ...more] });
    await save(await hosts(['eu-web-4']));
    expect((await listDrift(t)).rows.map((row) => row.hosts)).toMatchObject([[{ host: 'eu-web-4', missing: true }]]);
    await save(await hosts([]));
    expect((await listDrift(t)).rows).toEqual([]);

    const { key } = await save({ kind: 'environment', key: null, base: null, fields: { ...WEB, name: 'leaves' } });
    const found = { kind: 'coursepro', host: 'eu-web-9', foundAt: t.clock.now() } as const;
    await t.db.insert(configDrifts).values({ tenantId: tenant, ...found });
    await retireItem(t, { params: { kind: 'environment', key } });
    expect(await t.db.$count(configDrifts, eq(configDrifts.host, 'eu-web-9'))).toBe(0);
  });

  it('forgets what a server that is removed or retired has not confirmed, and makes the attention list stale', async () => {
    const silent = { tenantId: tenant, service: 'coursepro', error: 'No response.', failedAt: t.clock.now() };
    const hosts = ['eu-web-1', 'eu-web-2', 'eu-web-3'];
    const { key } = await save({ kind: 'environment', key: null, base: null, fields: { ...WEB, name: 'leaves' } });
    await save(await changeOf('environment', 'eu-prod-web', { servers: [...hosts, 'eu-web-5'] }));
    const all = ['eu-web-1', 'eu-web-5', 'eu-web-9'];
    await t.db.insert(controlConfirmations).values(all.map((host) => ({ ...silent, host })));
    const unconfirmed = async () => (await t.db.select().from(controlConfirmations)).map(({ host }) => host).toSorted();
    const version = async () => (await changedRowsReader(t.db)(TOPIC.attention, 0)).version;
    const before = await version();
    await save(await changeOf('environment', 'eu-prod-web', { servers: hosts }));
    expect(await unconfirmed()).toEqual(['eu-web-1', 'eu-web-9']);
    expect(await version()).toBeGreaterThan(before);
    await retireItem(t, { params: { kind: 'environment', key } });
    expect(await unconfirmed()).toEqual(['eu-web-1']);
    await t.db.delete(controlConfirmations);
  });

  it('is refused for a server that somebody else is adding', async () => {
    const other = t.db.transaction(async (tx) => {
      await lockFleet(tx);
      await tx.insert(servers).values({ environmentId: 3, host: 'eu-web-7' });
      await lockAwaited(tx);
    });
    const hosts = ['eu-web-1', 'eu-web-2', 'eu-web-3', 'eu-web-7'];
    const adds = save(await changeOf('environment', 'eu-prod-web', { servers: hosts }));
    await expect(adds).rejects.toMatchObject({ code: 'bad_request', messages: ['eu-web-7 is already a server.'] });
    await other;
    await t.db.delete(servers).where(eq(servers.host, 'eu-web-7'));
  });

  it('is refused for a server that another environment has', async () => {
    const body = await changeOf('environment', 'eu-prod-empty', { servers: ['eu-web-1'] });
    await expect(save(body)).rejects.toMatchObject({
      code: 'bad_request',
      messages: ['eu-web-1 is already a server.'],
      fields: { 'fields.servers': 'eu-web-1 is already a server.' },
    });
  });
});

describe('an item of the fleet', () => {
  const ALL: readonly [SavedItem, string, object][] = [
    [
      { kind: 'environment', key: null, base: null, fields: WEB },
      WEB.name,
      { fqdn: 'web-10.example', services: ['coursepro'] },
    ],
    [
      { kind: 'region', key: null, base: null, fields: { name: 'us-east-1', description: 'Virginia' } },
      'us-east-1',
      { description: 'US' },
    ],
    [{ kind: 'account', key: null, base: null, fields: { name: 'Nidd Ltd' } }, 'Nidd Ltd', { name: 'Nidd & Sons' }],
    [
      { kind: 'certificate', key: null, base: null, fields: { name: 'wild', domain: '*.example' } },
      'wild',
      { domain: '*.example.net' },
    ],
    [
      {
        kind: 'database_host',
        key: null,
        base: null,
        fields: {
          name: 'eu-db-9',
          label: 'nine',
          service: 'coursepro',
          region: 'eu-west-1',
          identifier: 'db9',
          endpoint: 'db9:5432',
          notes: '',
        },
      },
      'eu-db-9',
      { notes: 'new disks' },
    ],
  ];

  it.each(ALL)('is added once, changed, and retired: %j', async (body, name, part) => {
    const { key } = await save(body);
    const events = await t.db.$count(auditEvents);
    expect(await save(body)).toEqual({ key });
    expect(await t.db.$count(auditEvents)).toBe(events);
    expect(await itemNamed(body.kind, name)).toMatchObject({ key, fields: body.fields, tenants: 0, declared: false });
    const change = await changeOf(body.kind, name, part);
    await save(change);
    expect(await save(change)).toEqual({ key });
    expect((await list(body.kind)).find((one) => one.key === key)).toMatchObject({
      fields: { ...body.fields, ...part },
    });
    await retireItem(t, { params: { kind: body.kind, key } });
    expect((await list(body.kind)).some((one) => one.key === key)).toBe(false);
    await expect(retireItem(t, { params: { kind: body.kind, key } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('may be a config key, which keeps its name', async () => {
    const fields = {
      kind: 'strive',
      key_name: 'TOKEN',
      type: 'string',
      description: '',
      secret: true,
      options: [],
      dependencies: [],
      depends: [],
    } as const;
    const token = (part: object): Body =>
      ({ kind: 'config_key', key: 'strive:TOKEN', base: fields, fields: { ...fields, ...part } }) as never;
    expect(await save({ ...token({}), key: null, base: null } as Body)).toEqual({ key: 'strive:TOKEN' });
    await expect(save(token({ key_name: 'TOKENS' }))).rejects.toMatchObject({ code: 'conflict' });
    await save(token({ description: 'Ask Priya' }));
    expect((await list('config_key')).find(({ key }) => key === 'strive:TOKEN')).toMatchObject({
      fields: { description: 'Ask Priya' },
    });
    await retireItem(t, { params: { kind: 'config_key', key: 'strive:TOKEN' } });
    expect((await list('config_key')).some(({ key }) => key === 'strive:TOKEN')).toBe(false);
  });

  it('may be a config key whose type changes: configs whose file changes wait for a commit', async () => {
    const params = { id: tenant, service: 'coursepro' } as const;
    const key = { key: 'PORT', value: '8080', type: 1, state: 1 } as const;
    const fields = {
      kind: 'coursepro',
      key_name: 'PORT',
      type: 'string',
      description: '',
      secret: false,
      options: [],
      dependencies: [],
      depends: [],
    };
    const body = (part: object, base: object | null = fields): Body =>
      ({ kind: 'config_key', key: base && 'coursepro:PORT', base, fields: { ...fields, ...part } }) as never;
    await save(body({}, null));
    await saveConfig(t, { params, body: diffOf({ added: [{ ...constant('PORT', '8080'), ...key }] }) });
    await commitConfig(t, { params });
    const before = published(t, tenant, 'coursepro.php', ['eu-web-1']);
    expect(await previewItem(t, { body: body({ type: 'number', secret: true }) })).toEqual({
      tenants: 1,
      configs: 1,
      effects: [
        '1 config will contain the value in a different form and wait for a commit.',
        'Saved values are encrypted and masked; files keep them.',
      ],
      some: [{ id: tenant, name: `Tenant ${tenant}` }],
    });
    t.sent.length = 0;
    await save(body({ type: 'number', secret: true }));
    expect(await lastEvent()).toMatchObject({
      before: { type: 'string' },
      after: { type: 'number', waiting_configs: 1 },
    });
    expect(t.sent).toMatchObject([{ name: 'config.seal-clear-secrets' }]);
    const [config] = await t.db.select().from(configs).where(eq(configs.tenantId, tenant));
    expect(config?.hash).not.toBe(config?.committedHash);
    expect(published(t, tenant, 'coursepro.php', ['eu-web-1'])).toEqual(before);
    await commitConfig(t, { params });
    expect(published(t, tenant, 'coursepro.php', ['eu-web-1'])).not.toEqual(before);
  });

  it('that somebody else has changed since is not overwritten: 409 states what changed', async () => {
    await save({ kind: 'environment', key: null, base: null, fields: WEB });
    const mine = await changeOf('environment', WEB.name, { group_name: 'blue' });
    await save(await changeOf('environment', WEB.name, { fqdn: 'web-11.example' }));
    await expect(save(mine)).rejects.toMatchObject({
      code: 'conflict',
      messages: [`${WEB.name} has changed since you opened it: fqdn.`],
      details: { changes: [{ field: 'fqdn', base: 'web-9.example', now: 'web-11.example' }] },
    });
    expect(await itemNamed('environment', WEB.name)).toMatchObject({ fields: { group_name: 'green' } });
  });

  it('is validated by the rules of the inventory', async () => {
    const other = {
      ...WEB,
      name: 'eu-prod-web',
      servers: ['eu-web-10'],
      services: ['strive' as const],
      region: 'nowhere',
    };
    await expect(save({ kind: 'environment', key: null, base: null, fields: other })).rejects.toMatchObject({
      code: 'bad_request',
      fields: {
        'fields.name': 'There is already an environment eu-prod-web.',
        'fields.services': '"strive" has no environments of type 1.',
        'fields.region': 'there is no "nowhere".',
      },
    });
  });

  it('in use cannot be removed or change type; the response names its users', async () => {
    const { key, tenants: users } = await itemNamed('environment', 'eu-prod-web');
    expect(users).toBe(1);
    expect(await listItemTenants(t, { params: { kind: 'environment', key } })).toEqual({
      name: 'eu-prod-web',
      ids: [tenant],
    });
    await expect(retireItem(t, { params: { kind: 'environment', key } })).rejects.toMatchObject({
      code: 'conflict',
      messages: ['eu-prod-web is an environment in use: 1 tenant.'],
      details: { tenants: 1, some: [{ id: tenant, name: `Tenant ${tenant}` }] },
    });
    await expect(save(await changeOf('environment', 'eu-prod-web', { type: 8 }))).rejects.toMatchObject({
      code: 'conflict',
    });
    const region = await itemNamed('region', 'eu-west-1');
    await expect(retireItem(t, { params: { kind: 'region', key: region.key } })).rejects.toMatchObject({
      details: { others: expect.arrayContaining(['eu-prod-web', 'eu-prod-worker']) as string[] },
    });
  });

  it('is changed once by several people who opened the same version', async () => {
    const name = 'eu-changed-once';
    await save({ kind: 'environment', key: null, base: null, fields: { ...WEB, name, servers: [] } });
    const changes = await Promise.all(
      Array.from({ length: 6 }, (_, at) => changeOf('environment', name, { fqdn: `once-${at}.example` })),
    );
    const ended = await Promise.allSettled(changes.map(save));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('that only deleted tenants use is not removed: they can be restored', async () => {
    const { key } = await itemNamed('environment', 'eu-prod-web');
    await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, tenant));
    await expect(retireItem(t, { params: { kind: 'environment', key } })).rejects.toMatchObject({
      messages: ['eu-prod-web is an environment in use: 1 deleted tenant that can be restored.'],
    });
    await t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, tenant));
  });

  it('that came into use after its users were read is not removed either', async () => {
    const { key } = await save({
      kind: 'region',
      key: null,
      base: null,
      fields: { name: 'sa-east-1', description: '' },
    });
    // Stands for the row of another process.
    await t.open.exec(
      `create table late_user (region integer references regions); insert into late_user values (${key})`,
    );
    await expect(retireItem(t, { params: { kind: 'region', key } })).rejects.toMatchObject({
      code: 'conflict',
      messages: ['The region is now in use and cannot be retired.'],
    });
    await t.open.exec('drop table late_user');
    await retireItem(t, { params: { kind: 'region', key } });
  });

  it('that is renamed and gets a server makes all rows of the tenant list stale, not only those of its configs', async () => {
    const { version } = await changedRowsReader(t.db)(TOPIC.tenants, 0);
    const { fields } = await itemNamed('environment', 'eu-prod-web');
    const hosts = 'servers' in fields ? fields.servers : [];
    await save(
      await changeOf('environment', 'eu-prod-web', { name: 'eu-web-renamed', servers: [...hosts, 'eu-web-77'] }),
    );
    expect(await changedRowsReader(t.db)(TOPIC.tenants, version)).toMatchObject({ ids: null });
    await save(await changeOf('environment', 'eu-web-renamed', { name: 'eu-prod-web', servers: hosts }));
  });

  it('counts a tenant that uses an environment for SNS only', async () => {
    const { key } = await save({
      kind: 'environment',
      key: null,
      base: null,
      fields: { ...WEB, name: 'eu-sns', type: 5, servers: [] },
    });
    await t.db
      .update(tenantServices)
      .set({ snsEnvironmentId: Number(key) })
      .where(eq(tenantServices.service, 'coursepro'));
    expect(await itemNamed('environment', 'eu-sns')).toMatchObject({ tenants: 1 });
  });
});

it('announces a changed item to every screen that shows it', async () => {
  const announced: string[] = [];
  const listener = await t.open.listen(LIVE_CHANNEL, (payload) => void announced.push(payload));
  const { key } = await save({ kind: 'account', key: null, base: null, fields: { name: 'Ure Ltd' } });
  await save({ kind: 'account', key, base: null, fields: { name: 'Ure & Sons' } });
  await vi.waitFor(() => expect(announced).toHaveLength(2));
  await listener.stop();
  const { topics } = JSON.parse(announced[1] ?? '') as { topics: string[] };
  const request = { params: { id: tenant, service: 'coursepro' } as never, query: undefined as never };
  const { getConfig, getConfigState, getConfigAsOf, listRevisions, compareRevisions } = configCalls;
  const ofConfig = [getConfig, getConfigState, getConfigAsOf, listRevisions, compareRevisions];
  const { previewConfig, compareServers } = configCalls;
  for (const { name, topics: shows } of [
    ...ofConfig,
    previewConfig,
    compareServers,
    getTenant,
    getTenantCron,
    listDeletedTenants,
    listDomainStanding,
    listStatusPages,
  ])
    expect(
      shows?.(request).some((topic) => topics.includes(topic)),
      name,
    ).toBe(true);
});

it('states that an item is declared; the next plan of the inventory reverts a change', async () => {
  const inventory = { ...smallInventory(), tenants: [], relations: [] };
  const before = await readTopicVersion(t.db, TOPIC.fleet);
  await applyInventory(t, inventory, { hash: 'a'.repeat(64) });
  expect(await readTopicVersion(t.db, TOPIC.fleet)).toBeGreaterThan(before);
  expect(await itemNamed('environment', 'eu-prod-web-03')).toMatchObject({ declared: true });
  await save(
    await changeOf('environment', 'eu-prod-web-03', {
      servers: ['eu-prod-web-03-a', 'eu-prod-web-03-b', 'eu-prod-web-03-c'],
    }),
  );
  const plan = async () => (await planInventory(t, inventory)).steps.map(({ action, ref }) => `${action} ${ref}`);
  expect(await plan()).toContain('change eu-prod-web-03');
  inventory.environments[0]!.servers = ['eu-prod-web-03-z'];
  expect(await plan()).toContain('conflict eu-prod-web-03');
  expect(await t.db.select().from(servers).where(eq(servers.host, 'eu-prod-web-03-c'))).toHaveLength(1);
  expect(await t.db.select().from(environments).where(eq(environments.name, 'eu-prod-web-03'))).toHaveLength(1);
});
