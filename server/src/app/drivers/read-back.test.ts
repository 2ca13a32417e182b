import { calls } from '@mission-control/contract/calls';
import { formatReturn } from '@mission-control/contract/control/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceApi } from '../../features/services/testing/service-api.ts';
import { createServiceFleet, idOf } from '../../features/services/testing/service-fleet.ts';
import { environments, databaseHosts } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let id: number;
beforeAll(async () => {
  api = createServiceApi(t);
  const made = await send('PUT', '/api/tenant/', { tenant: 'Nidd Swim', region: 1, account: 1 });
  id = Number(made['id']);
});
afterAll(() => api.close());

async function send(method: 'PUT' | 'PATCH' | 'POST' | 'DELETE', url: string, body?: object) {
  const answer = await api.send(method, url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const own = (rest = '') => `/api/tenant/${id}${rest}`;
const tenant = async () => (await api.send('GET', own())).body['tenant'] as TenantDetail;
const listed = async () => {
  const { tenants } = (await api.send('GET', '/api/tenant')).body as { tenants: { _id: number }[] };
  return tenants.find(({ _id }) => _id === id);
};

// One journey: each step builds on the previous one.
describe('data stored by calls of the console is returned by the documented GETs [ERR-05]', () => {
  it('a tenant: its row, its page and the choice of tenants', async () => {
    expect(await listed()).toMatchObject({ tenant_name: 'Nidd Swim', region: 'eu-west-1' });
    expect(await tenant()).toMatchObject({ _id: id, tenant_name: 'Nidd Swim', region: { _id: 1 } });
    const choice = (await api.send('GET', '/api/tenant/select')).body['tenants'];
    expect(choice).toContainEqual({ id, tenant_name: 'Nidd Swim' });
  });

  it('a service, with its database and bridge', async () => {
    const database = await idOf(t, databaseHosts, 'eu-db-04');
    await send('POST', own('/coursepro'), { initialize: true, create_db: true, database, bridge: 'xnrest' });
    expect((await tenant()).coursepro_tenant).toMatchObject({ db_host_label: 'eu-db-04', bridge: 'xnrest' });
    expect(await listed()).toMatchObject({ coursepro_tenant: true, coursepro_db_host_label: 'eu-db-04' });
  });

  it.each([
    [{ status: false }, { status: false }],
    [{ status: true }, { status: true }],
    [{ staging: true }, { staging: true }],
    [{ deployment_group: 'staging' }, { deployment_group: 'staging' }],
    [{ coursepro_tenant: { cron: false } }, { coursepro_tenant: { cron: false } }],
    [{ coursepro_tenant: { maintenance: true } }, { coursepro_tenant: { maintenance: true } }],
    [{ relations: [{ tenant_right: 1, type: 2 }] }, { relations: [{ tenant_right: 1, type: 2 }] }],
    [
      { domains: { coursepro: [{ host: 'nidd.example', is_primary: true }] } },
      { domains: { coursepro: [{ host: 'nidd.example', is_primary: true, has_whitelist: false }] } },
    ],
  ])('%j', async (patch, shown) => {
    await send('PATCH', own(), patch);
    expect(await tenant()).toMatchObject(shown);
  });

  it('the environments of a service', async () => {
    const place = await idOf(t, environments, 'eu-prod-web-03');
    await send('PATCH', own(), { coursepro_tenant: { web_environment_id: place, worker_environment_id: null } });
    expect((await tenant()).coursepro_tenant).toMatchObject({ web_environment_id: place, worker_environment_id: null });
  });

  it('a config: the saved settings, then the committed hash', async () => {
    const added = [{ key: 'NIDD', value: 'deep', type: 2, state: 1 }];
    await send('POST', own('/coursepro'), { added });
    const items = (await api.send('GET', own('/coursepro'))).body as unknown;
    expect(items).toContainEqual(expect.objectContaining({ key: 'NIDD', value: 'deep', db_value: 'deep' }));
    const { hash } = await send('PUT', own('/coursepro'));
    const { config_hashes, current_hashes } = await tenant();
    expect([config_hashes[1], current_hashes[1]]).toEqual([hash, hash]);
  });

  it('a log level, and that it was restored', async () => {
    const until = new Date(t.clock.now().getTime() + 3_600_000);
    await send('POST', own('/loglevel'), { new: 'DEBUG', return: formatReturn(until) });
    const changes = `${until.toISOString().slice(0, 19)}.000Z`;
    expect((await tenant()).log_level).toMatchObject({ current_level: 'DEBUG', changes });
    await send('DELETE', own('/loglevel'));
    expect((await tenant()).log_level).toMatchObject({ changes: null });
  });

  it('a deleted and a restored service', async () => {
    await send('DELETE', own('/coursepro'));
    expect((await tenant()).coursepro_tenant).toBeNull();
    expect(await listed()).toMatchObject({ coursepro_tenant: false });
    await send('POST', own('/coursepro/restore'));
    expect((await tenant()).coursepro_tenant).toMatchObject({ bridge: 'xnrest' });
  });

  it('a deleted and a restored tenant', async () => {
    await send('DELETE', own());
    expect((await api.send('GET', own())).status).toBe(404);
    expect(await listed()).toBeUndefined();
    await send('POST', own('/restore'));
    expect(await tenant()).toMatchObject({ tenant_name: 'Nidd Swim', deployment_group: 'staging' });
  });
});

/** Writing calls covered by the journey above. */
const HERE = [
  'addServiceOrSaveConfig',
  'commitConfig',
  'createTenant',
  'deleteService',
  'deleteTenant',
  'restoreLogLevel',
  'restoreService',
  'restoreTenant',
  'sendControl',
  'setLogLevel',
  'updateTenant',
];
/** Covered next to their feature. */
const ELSEWHERE = [
  'abortRun',
  'acknowledgeAlert',
  'addAlertChannel',
  'addAlertRule',
  'addAlertSubscription',
  'addMyPasskey',
  'addPerson',
  'addWindow',
  'applyInventory',
  'beginMyPasskey',
  'changeMyPassword',
  'changePerson',
  'changeView',
  'checkConfig',
  'checkMonitor',
  'confirmMyself',
  'createCompetencyMapping',
  'createMyToken',
  'createRelease',
  'createTag',
  'deleteAlertChannel',
  'deleteAlertRule',
  'deleteDraft',
  'deletePerson',
  'deleteView',
  'deleteWindow',
  'deployRelease',
  'endAlertSubscription',
  'endPresence',
  'endWindow',
  'endMyOtherSessions',
  'endMySession',
  'endPersonSession',
  'endPersonSessions',
  'importChecks',
  'lockCompetencyMapping',
  'makePasswordLink',
  'noteSequence',
  'regenerateBranding',
  'publishStatusPage',
  'releaseRun',
  'removeMyPasskey',
  'removePersonPasskey',
  'renameMyPasskey',
  'report-competencies',
  'report-cron',
  'report-sdd-errors',
  'report-statistics',
  'report-system',
  'report-versions',
  'reopenAlert',
  'restorePerson',
  'restoreRevision',
  'retireFleetItem',
  'revokeMyToken',
  'revokePersonToken',
  'rollBackRelease',
  'saveAlertChannel',
  'saveAlertRule',
  'saveAlertSubscription',
  'saveBranding',
  'saveCompetencyChoice',
  'saveDraft',
  'saveEmailSettings',
  'saveFoundChecks',
  'saveMonitorChecks',
  'saveTemplate',
  'saveFleetItem',
  'saveView',
  'saveWindow',
  'setPresence',
  'startBulk',
  'controlBulk',
  'seedTenant',
  'startSequence',
  'switchMonitor',
  'takeOverConfig',
  'tellRun',
  'testAlertChannel',
  'uploadTranslations',
  'useView',
  'withdrawStatusPage',
];
/** These store nothing but the session, or return values available only once. */
const NOTHING_STORED = [
  'checkInventory',
  'debugTokens',
  'decodeLicence',
  'encodeLicence',
  'logInToLeisureHub',
  'logout',
  'mintReportToken',
  'planChecks',
  'planInventory',
  'previewBulk',
  'previewBulkFile',
  'previewAlertRule',
  'previewFleetItem',
  'previewWindow',
  'readMembers',
  'refreshTokens',
  'revealSecret',
  'sendSoapMethod',
  'validateMembers',
];

it('covers every writing call', () => {
  const writing = calls.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  const accountedFor = [...HERE, ...ELSEWHERE, ...NOTHING_STORED];
  expect(
    writing.filter((name) => !accountedFor.includes(name)),
    'New call? Add how its data is read back to this file.',
  ).toEqual([]);
});
