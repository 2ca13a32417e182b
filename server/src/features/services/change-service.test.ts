import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificates, environments, tenants, domains } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from './testing/service-fleet.ts';

const t = setUpTestCtx(createServiceFleet);
let brimham: number;
let api: ReturnType<typeof createServiceApi>;
beforeAll(async () => {
  api = createServiceApi(t);
  brimham = await idOf(t, tenants, 'Brimham Active');
});
afterAll(() => api.close());

const send = (body: object) => api.send('PATCH', `/api/tenant/${brimham}`, body);
const patch = async (body: object): Promise<TenantDetail> => {
  const answer = await send(body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body['tenant'] as TenantDetail;
};
const detail = async () => (await api.send('GET', `/api/tenant/${brimham}`)).body['tenant'] as TenantDetail;
const faultsOf = async (body: object): Promise<unknown> => {
  const answer = await send(body);
  expect(answer).toMatchObject({ status: 422 });
  return answer.body['error'];
};
const domain = (host: string, isPrimary = false, more: object = {}) => ({ host, is_primary: isPrimary, ...more });

describe('the domains of a service', () => {
  it('are replaced by the list, each with host, primary and whitelist [SVC-22, SVC-24]', async () => {
    const sent = [domain(' Bookings.Example ', true), domain('bücher.example', false, { has_whitelist: true })];
    const answer = await patch({ domains: { coursepro: sent } });
    expect(answer.domains['coursepro']).toEqual([
      { host: 'bookings.example', is_primary: true, has_whitelist: false },
      { host: 'xn--bcher-kva.example', is_primary: false, has_whitelist: true },
    ]);
    expect(answer.coursepro_url).toBe('https://bookings.example');
    expect(answer).toEqual(await detail());
  });

  it('keep their whitelist if the list omits it, and their rows if unchanged (C-088)', async () => {
    const rows = () => t.db.select({ id: domains.id, host: domains.host }).from(domains);
    const before = await rows();
    const sent = [domain('bookings.example'), domain('bücher.example', true)];
    const answer = await patch({ domains: { coursepro: sent } });
    expect(answer.domains['coursepro']).toContainEqual({
      host: 'xn--bcher-kva.example',
      is_primary: true,
      has_whitelist: true,
    });
    expect(await rows()).toEqual(expect.arrayContaining(before));
  });

  it('cannot be empty, and exactly one is primary [SVC-26, SVC-27]', async () => {
    expect(await faultsOf({ domains: { coursepro: [] } })).toEqual([
      'You must specify a domain or remove the CoursePro service.',
    ]);
    for (const isPrimary of [true, false]) {
      const sent = [domain('a.example', isPrimary), domain('b.example', isPrimary)];
      expect(await faultsOf({ domains: { coursepro: sent } })).toEqual(['You must specify a primary domain.']);
    }
  });

  it('are refused with all faults, and nothing is written [TEN-58] (C-092)', async () => {
    const before = await detail();
    const sent = [domain(''), domain('no host'), domain('a.example'), domain('A.example')];
    expect(await faultsOf({ domains: { coursepro: sent }, coursepro_tenant: { web_environment_id: 999 } })).toEqual([
      'A domain has no host. Fill it in or remove the row.',
      'no host is not a valid host name. Write it like tenant.example.com.',
      'a.example is in the list twice.',
      'You must specify a primary domain.',
      'There is no environment 999.',
    ]);
    expect(await detail()).toEqual(before);
  });

  it('are refused by field, by their position in the request (C-092)', async () => {
    const sent = [domain('a.example', true), domain('A.example'), domain('no host')];
    const answer = await send({ domains: { coursepro: sent }, coursepro_tenant: { sns_environment_id: 999 } });
    expect(answer.body['fields']).toEqual({
      'domains.coursepro.1.host': 'a.example is in the list twice.',
      'domains.coursepro.2.host': 'no host is not a valid host name. Write it like tenant.example.com.',
      'coursepro_tenant.sns_environment_id': 'There is no environment 999.',
    });
  });

  it('change nothing if unchanged', async () => {
    const before = await detail();
    const sent = (before.domains['coursepro'] ?? []).toReversed();
    expect(await patch({ domains: { coursepro: sent } })).toEqual(before);
  });

  it('are unique across all tenants (C-092)', async () => {
    const answer = await send({ domains: { strive: [domain('s.example'), domain('BOOKINGS.example', true)] } });
    const fault = 'bookings.example already belongs to Brimham Active CoursePro.';
    expect(answer).toMatchObject({ status: 422, body: { error: [fault] } });
    expect(answer.body['fields']).toEqual({ 'domains.strive.1.host': fault });
  });

  it('stay reserved for a deleted tenant while it can be restored', async () => {
    const other = await addTenant(t, 'Yew Tree');
    await api.send('POST', `/api/tenant/${other}/strive`, { initialize: true });
    await api.send('DELETE', `/api/tenant/${other}`);
    expect(await faultsOf({ domains: { strive: [domain('yew-tree.api.strive.co.uk', true)] } })).toEqual([
      'yew-tree.api.strive.co.uk already belongs to the deleted tenant Yew Tree (Strive).',
    ]);
  });

  it('require a service that the tenant has', async () => {
    const body = { domains: { insight: [domain('i.example', true)] } };
    expect((await send(body)).status).toBe(404);
  });
});

describe('the placement of a service', () => {
  it('is set, cleared and returned [SVC-23, SVC-25]', async () => {
    const web = await idOf(t, environments, 'eu-staging-web-01');
    const sns = await idOf(t, environments, 'eu-prod-sns-01');
    const certificate = await idOf(t, certificates, '*.coursepro.co.uk');
    const places = { web_environment_id: web, worker_environment_id: null, sns_environment_id: sns, certificate };
    expect((await patch({ coursepro_tenant: places })).coursepro_tenant).toMatchObject(places);
    expect((await patch({ coursepro_tenant: { sns_environment_id: null } })).coursepro_tenant).toMatchObject({
      ...places,
      sns_environment_id: null,
    });
  });

  it('must exist, have the type of the service and be in the region of the tenant', async () => {
    const [web, worker, far] = [
      await idOf(t, environments, 'eu-prod-web-03'),
      await idOf(t, environments, 'eu-prod-wrk-02'),
      await idOf(t, environments, 'us-prod-web-01'),
    ];
    expect(
      await faultsOf({ coursepro_tenant: { web_environment_id: worker, worker_environment_id: web, certificate: 77 } }),
    ).toEqual([
      'eu-prod-wrk-02 has the wrong type for the web environment of CoursePro.',
      'eu-prod-web-03 has the wrong type for the worker environment of CoursePro.',
      'There is no certificate 77.',
    ]);
    expect(await faultsOf({ coursepro_tenant: { web_environment_id: far } })).toEqual([
      'us-prod-web-01 is in another region than the tenant.',
    ]);
    expect(await faultsOf({ strive_tenant: { worker_environment_id: worker, certificate: 1 } })).toEqual([
      'Strive has no worker environment.',
      'Strive has no certificate.',
    ]);
  });

  it('must serve the service if services share a type (C-135)', async () => {
    const [insight, comms] = [
      await idOf(t, environments, 'eu-prod-ins-01'),
      await idOf(t, environments, 'eu-prod-zcom-01'),
    ];
    await api.send('POST', `/api/tenant/${brimham}/commsportal`, { initialize: true });
    expect(await faultsOf({ commsportal_tenant: { web_environment_id: insight } })).toEqual([
      'eu-prod-ins-01 does not serve Comms Portal.',
    ]);
    const moved = await patch({ commsportal_tenant: { web_environment_id: comms } });
    expect(moved.commsportal_tenant?.web_environment_id).toBe(comms);
  });

  it('is saved together with the domains, as one audit event [TEN-59]', async () => {
    const before = await detail();
    const web = await idOf(t, environments, 'eu-prod-web-03');
    const answer = await patch({
      domains: { coursepro: [domain('one.example', true)] },
      coursepro_tenant: { web_environment_id: web },
    });
    expect(answer).toMatchObject({ version: before.version + 1, updated_by: 'priya.shah' });
    const [event] = (await t.db.select().from(auditEvents)).slice(-1);
    expect(event).toMatchObject({
      actor: 'priya.shah',
      action: 'service.updated',
      subject: 'Brimham Active CoursePro',
      tenantId: brimham,
      after: {
        webEnvironment: 'eu-prod-web-03',
        domains: [{ host: 'one.example', is_primary: true, has_whitelist: false }],
      },
    });
    expect(before.coursepro_tenant?.web_environment_id).toBe(await idOf(t, environments, 'eu-staging-web-01'));
    expect(event?.before).toMatchObject({ webEnvironment: 'eu-staging-web-01' });
  });
});
