import { SERVICES } from '@mission-control/contract/catalogue';
import type { PlacementProposal } from '@mission-control/contract/services/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseHosts, environments, domains, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configItems, configKeys, openItem } from '../config/public.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from './testing/service-fleet.ts';

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let id: number;
let count = 0;
beforeAll(() => void (api = createServiceApi(t)));
beforeEach(async () => {
  count += 1;
  id = await addTenant(t, `Oak & Elm ${count}`);
});
afterAll(() => api.close());

const add = (service: string, body: object = {}, tenant = id) =>
  api.send('POST', `/api/tenant/${tenant}/${service}`, { initialize: true, create_db: false, ...body });
const addCoursepro = async (body: object = {}, tenant = id) =>
  add('coursepro', { database: await idOf(t, databaseHosts, 'eu-db-04'), bridge: 'xnrest', ...body }, tenant);
const tenantIn = (answer: { body: Record<string, unknown> }) => answer.body['tenant'] as TenantDetail;
const schemas = async () => t.ports.tenantDatabases.list({ name: 'eu-db-04', endpoint: '' });

describe('adding a service', () => {
  it('returns the tenant with it: domain, environments, certificate, database and bridge [SVC-01]', async () => {
    const answer = await addCoursepro();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['tenant']);
    expect(tenantIn(answer)).toMatchObject({
      coursepro_tenant: {
        cron: true,
        maintenance: false,
        web_environment_id: await idOf(t, environments, 'eu-prod-web-03'),
        worker_environment_id: await idOf(t, environments, 'eu-prod-wrk-02'),
        sns_environment_id: await idOf(t, environments, 'eu-prod-sns-01'),
        certificate: expect.any(Number) as number,
        db_host_label: 'eu-db-04',
        bridge: 'xnrest',
      },
      coursepro_url: `https://oak-elm-${count}.coursepro.co.uk`,
      version: 2,
      updated_by: 'priya.shah',
    });
  });

  it.each(SERVICES.map((service) => service.slug))('works for %s [SVC-01]', async (slug) => {
    const body = slug === 'insight' ? { database: await idOf(t, databaseHosts, 'eu-db-ins-01') } : {};
    const answer = slug === 'coursepro' ? await addCoursepro() : await add(slug, body);
    expect(answer.status).toBe(200);
    const service = SERVICES.find((one) => one.slug === slug);
    expect(service && tenantIn(answer)[service.detailKey]).not.toBeNull();
  });

  it('reports a region without a web environment for it [SVC-03]', async () => {
    const answer = await add('schemeportal');
    expect(answer.status).toBe(200);
    expect(answer.body['error']).toMatch(/no web environment for Scheme Portal/);
    expect(tenantIn(answer).schemeportal_tenant?.web_environment_id).toBeNull();
  });

  it('picks environments of its type that serve it (C-135)', async () => {
    const insight = await add('insight', { database: await idOf(t, databaseHosts, 'eu-db-ins-01') });
    expect(tenantIn(insight).insight_tenant?.web_environment_id).toBe(await idOf(t, environments, 'eu-prod-ins-01'));
    const comms = tenantIn(await add('commsportal')).commsportal_tenant;
    expect(comms?.web_environment_id).toBe(await idOf(t, environments, 'eu-prod-zcom-01'));
  });

  it('picks environments of the kind that the tenant already uses, else of its stage', async () => {
    const training = await addTenant(t, `Training ${count}`, { staging: true });
    const web = async (tenant: number) => tenantIn(await addCoursepro({}, tenant)).coursepro_tenant?.web_environment_id;
    expect(await web(training)).toBe(await idOf(t, environments, 'eu-staging-web-01'));
    await add('homeportal');
    expect(await web(id)).toBe(await idOf(t, environments, 'eu-prod-web-03'));
  });

  it('proposes another host if the first is taken', async () => {
    await addCoursepro();
    const other = await addTenant(t, `Oak Elm ${count}`);
    expect(tenantIn(await addCoursepro({}, other)).coursepro_url).toBe(`https://oak-elm-${count}-2.coursepro.co.uk`);
    // Both home portals propose the same suffix.
    await add('homeportal');
    expect(tenantIn(await add('homeportal2')).hp2_url).toBe(`https://oak-elm-${count}-2.courseprohome.co.uk`);
  });

  it('fills its configs from the key templates, as an uncommitted first revision', async () => {
    await addCoursepro();
    const licence = await api.send('GET', `/api/tenant/${id}/licence`);
    const items = licence.body as unknown as { key: string; value: string }[];
    expect(items.map(({ key }) => key)).toContain('ENABLE_HP2_API');
    expect(items.find(({ key }) => key === 'client')?.value).toBe(`Oak & Elm ${count}`);
    expect((await api.send('GET', `/api/tenant/${id}/licence/state`)).body).toMatchObject({
      revision: 1,
      saved_by: 'priya.shah',
      committed_revision: null,
    });
    const { tenant } = (await api.send('GET', `/api/tenant/${id}`)).body as { tenant: TenantDetail };
    expect(tenant.current_hashes[4]).not.toBeNull();
    expect(tenant.config_hashes[4]).toBeNull();
  });

  it('is recorded with all choices', async () => {
    await addCoursepro({ create_db: true });
    const event = (await t.db.select().from(auditEvents)).find(
      (one) => one.tenantId === id && one.action === 'service.added',
    );
    expect(event).toMatchObject({
      actor: 'priya.shah',
      subject: `Oak & Elm ${count} CoursePro`,
      after: { bridge: 'xnrest', database_host: 'eu-db-04', database: `tenant_${id}_coursepro` },
    });
  });

  it('creates the database with create_db only [SVC-13]', async () => {
    await addCoursepro();
    expect(await schemas()).not.toContain(`tenant_${id}_coursepro`);
    await add('strive', { create_db: true });
    expect(await schemas()).toContain(`tenant_${id}_strive`);
    const other = await addTenant(t, `Ash ${count}`);
    await addCoursepro({ create_db: true }, other);
    expect(await schemas()).toContain(`tenant_${other}_coursepro`);
  });
});

describe('adding a service is refused', () => {
  const nothingWritten = async () => {
    expect(await t.db.$count(tenantServices)).toBe(before.services);
    expect(await t.db.$count(domains)).toBe(before.domains);
    expect(await t.db.$count(auditEvents)).toBe(before.events);
  };
  let before: { services: number; domains: number; events: number };
  const remember = async () => {
    before = {
      services: await t.db.$count(tenantServices),
      domains: await t.db.$count(domains),
      events: await t.db.$count(auditEvents),
    };
  };

  it('if the tenant has it, or the tenant or service does not exist', async () => {
    await addCoursepro();
    await remember();
    const again = await addCoursepro();
    expect(again).toMatchObject({
      status: 409,
      body: { error: `Oak & Elm ${count} already has the CoursePro service.` },
    });
    expect((await add('strive', {}, 999_999)).status).toBe(404);
    expect((await add('licence')).status).toBe(404);
    expect((await add('nothing')).status).toBe(404);
    await nothingWritten();
  });

  it('without the choices it needs [SVC-09]', async () => {
    await remember();
    expect(await addCoursepro({ bridge: null })).toMatchObject({
      status: 422,
      body: { error: 'Please select a bridge' },
    });
    expect(await addCoursepro({ database: null })).toMatchObject({
      status: 422,
      body: { error: 'Please select a database' },
    });
    expect(await add('coursepro')).toMatchObject({
      status: 422,
      body: { error: ['Please select a database', 'Please select a bridge'] },
    });
    expect((await add('insight')).status).toBe(422);
    await nothingWritten();
  });

  it.each([
    ['us-db-01', 'us-db-01 is in another region than the tenant.'],
    ['eu-db-ins-01', 'eu-db-ins-01 is not a database of CoursePro.'],
  ])('for the database %s', async (name, error) => {
    const answer = await addCoursepro({ database: await idOf(t, databaseHosts, name) });
    expect(answer).toMatchObject({ status: 422, body: { error } });
  });

  it('for choices that do not exist or do not belong to the service', async () => {
    await remember();
    expect((await addCoursepro({ database: 987 })).body).toMatchObject({ error: 'There is no database 987.' });
    expect((await addCoursepro({ bridge: 'tower' })).body).toMatchObject({ error: 'There is no such bridge.' });
    expect((await add('strive', { bridge: 'xnrest' })).status).toBe(422);
    expect((await add('homeportal', { database: 1 })).status).toBe(422);
    expect((await add('strive', {}, id)).status).toBe(200);
    expect((await api.send('POST', `/api/tenant/${id}/insight`, { initialize: true }, 'viewer')).status).toBe(403);
  });

  it('if the database server fails: nothing is added, and the next attempt works', async () => {
    await remember();
    const down = {
      ...t.ports.tenantDatabases,
      create: () => Promise.reject(new AppError('target_failed', 'eu-db-04 does not respond. Nothing was added.')),
    };
    const failing = createServiceApi(t, { ports: { ...t.ports, tenantDatabases: down } });
    const database = await idOf(t, databaseHosts, 'eu-db-04');
    const body = { initialize: true, create_db: true, database, bridge: 'legend' };
    expect(await failing.send('POST', `/api/tenant/${id}/coursepro`, body)).toMatchObject({
      status: 502,
      body: { error: 'eu-db-04 does not respond. Nothing was added.' },
    });
    await failing.close();
    await nothingWritten();
    expect((await addCoursepro({ create_db: true })).status).toBe(200);
  });

  it('once for two concurrent additions', async () => {
    const answers = await Promise.all([addCoursepro({ create_db: true }), addCoursepro({ create_db: true })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await schemas()).filter((name) => name === `tenant_${id}_coursepro`)).toHaveLength(1);
  });
});

describe('the placement of a service', () => {
  const placements = async (tenant = id) =>
    (await api.send('GET', `/api/tenant/${tenant}/placement`, undefined, 'viewer')).body[
      'placements'
    ] as PlacementProposal[];
  const proposalOf = async (slug: string) => (await placements()).find(({ service }) => service === slug);

  it('is proposed for each service that the tenant lacks, and used when it is added', async () => {
    await addCoursepro();
    expect((await placements()).map(({ service }) => service)).toEqual(
      SERVICES.map(({ slug }) => slug).filter((slug) => slug !== 'coursepro'),
    );
    for (const slug of ['homeportal', 'coachportal', 'strive', 'commsportal']) {
      const proposal = await proposalOf(slug);
      const added = tenantIn(await add(slug));
      const service = added[`${slug}_tenant` as 'strive_tenant'];
      expect(
        {
          web: service?.web_environment_id,
          worker: service?.worker_environment_id,
          sns: service?.sns_environment_id,
          domain: added.domains[slug]?.[0]?.host,
        },
        slug,
      ).toEqual({
        web: proposal?.web?.proposed ?? null,
        worker: proposal?.worker?.proposed ?? null,
        sns: proposal?.sns?.proposed ?? null,
        domain: proposal?.domain,
      });
    }
  });

  it('offers only environments of the region that serve the service (C-135)', async () => {
    const names = (proposal: PlacementProposal | undefined) =>
      proposal?.web?.choices.map(({ environment_name: name }) => name);
    expect(names(await proposalOf('insight'))).toEqual(['eu-prod-ins-01']);
    expect(names(await proposalOf('commsportal'))).toEqual(['eu-prod-zcom-01']);
    expect(names(await proposalOf('coursepro'))).toEqual(['eu-prod-web-03', 'eu-staging-web-01']);
    expect(await proposalOf('coursepro')).toMatchObject({
      domain: `oak-elm-${count}.coursepro.co.uk`,
      database: `tenant_${id}_coursepro`,
      certificates: [{ domain: '*.coursepro.co.uk' }],
    });
    expect((await api.send('GET', '/api/tenant/999999/placement')).status).toBe(404);
  });

  it('is as chosen, with the certificate that covers the chosen domain', async () => {
    const web = await idOf(t, environments, 'eu-staging-web-01');
    const placement = {
      web_environment_id: web,
      worker_environment_id: null,
      domain: ` Oak-${count}.CoursePro.co.uk `,
    };
    const added = tenantIn(await addCoursepro({ placement }));
    expect(added.coursepro_tenant).toMatchObject({
      web_environment_id: web,
      worker_environment_id: null,
      sns_environment_id: await idOf(t, environments, 'eu-prod-sns-01'),
      certificate: expect.any(Number) as number,
    });
    expect(added.coursepro_url).toBe(`https://oak-${count}.coursepro.co.uk`);
    const elsewhere = await addTenant(t, `Elsewhere ${count}`);
    const uncovered = await addCoursepro({ placement: { domain: `own-${count}.example.org` } }, elsewhere);
    expect(tenantIn(uncovered).coursepro_tenant?.certificate).toBeNull();
  });

  it('is refused with all faults, and adds nothing', async () => {
    await addCoursepro({ placement: { domain: `taken-${count}.example.org` } });
    const other = await addTenant(t, `Other ${count}`);
    const placement = {
      web_environment_id: await idOf(t, environments, 'us-prod-web-01'),
      worker_environment_id: await idOf(t, environments, 'eu-prod-sns-01'),
      certificate: 999_999,
      domain: `taken-${count}.example.org`,
    };
    const answer = await addCoursepro({ placement }, other);
    expect(answer.status).toBe(422);
    expect(answer.body['error']).toEqual([
      `taken-${count}.example.org already belongs to Oak & Elm ${count} CoursePro.`,
      'us-prod-web-01 is in another region than the tenant.',
      'eu-prod-sns-01 has the wrong type for the worker environment of CoursePro.',
      'There is no certificate 999999.',
    ]);
    expect((await add('strive', { placement: { domain: 'no host' } }, other)).status).toBe(422);
    expect((await add('strive', { placement: { server: 1 } }, other)).status).toBe(400);
    expect(await t.db.select().from(tenantServices).where(eq(tenantServices.tenantId, other))).toEqual([]);
  });

  it('fills the default template with known values, and generates separate secrets', async () => {
    await t.db.insert(configKeys).values({ kind: 'insight', name: 'DB_PASSWORD', type: 'string', secret: true });
    const host = await idOf(t, databaseHosts, 'eu-db-ins-01');
    const items = async (tenant: number) => {
      expect((await add('insight', { database: host }, tenant)).status).toBe(200);
      const found = await t.db.select().from(configItems).where(eq(configItems.tenantId, tenant));
      const place = { tenantId: tenant, kind: 'insight' } as const;
      return Object.fromEntries(found.map((row) => [row.key, openItem(t.secrets, place, row).value]));
    };
    const first = await items(id);
    expect(first).toEqual({
      DB_HOST: 'eu-db-ins-01.db.example',
      DB_DATABASE: `tenant_${id}_insight`,
      DB_USERNAME: `tenant_${id}_insight`,
      DB_PASSWORD: expect.stringMatching(/^[\w-]{32}$/) as string,
    });
    const second = await items(await addTenant(t, `Second ${count}`));
    expect(second['DB_PASSWORD']).not.toBe(first['DB_PASSWORD']);
    const trail = await t.db.select().from(auditEvents).where(eq(auditEvents.tenantId, id));
    expect(JSON.stringify(trail)).not.toContain(first['DB_PASSWORD']);
  });
});
