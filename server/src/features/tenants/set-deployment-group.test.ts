import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet, HOSTS } from '../config/testing/config-fleet.ts';
import { createTenantApi } from './testing/tenant-api.ts';

const t = setUpTestCtx(createFleet);
let api: ReturnType<typeof createTenantApi>;
let id: number;
beforeAll(() => void (api = createTenantApi(t)));
beforeEach(async () => {
  id = await addTenant(t);
  t.sent.length = 0;
});
afterAll(() => api.close());

const setGroup = (group: string) => api.send('PATCH', `/api/tenant/${id}`, { deployment_group: group });
const groupOn = (host: string): unknown => {
  const path = join(t.fleetDir, host, 'config', 'tenants', String(id), 'coursepro.control.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { deployment_group: unknown }).deployment_group;
};

it('publishes to every server of the tenant, and returns deployed [TEN-57] [TEN-68]', async () => {
  const answer = await setGroup('staging');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    tenant: expect.objectContaining({ _id: id, deployment_group: 'staging', staging: false }) as object,
    deployed: true,
    deployment_group: 'staging',
  });
  expect(HOSTS.map(groupOn)).toEqual(['staging', 'staging', 'staging']);
});

it('stores the group even if a server fails, lists the server in the errors, and retries later [TEN-58] (C-035)', async () => {
  const [broken = '', ...others] = HOSTS;
  const folder = join(t.fleetDir, broken, 'config', 'tenants');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, String(id)), 'a file where the folder of the tenant should be');
  const answer = (await setGroup('dev')).json<{ error: string[] }>();
  expect(answer).toMatchObject({ tenant: { deployment_group: 'dev' }, deployed: false, deployment_group: 'dev' });
  expect(answer.error).toHaveLength(1);
  expect(answer.error[0]).toMatch(
    new RegExp(`^The group is stored, but not confirmed yet by ${broken} \\(.+\\)\\. The console keeps trying\\.$`),
  );
  expect(others.map(groupOn)).toEqual(['dev', 'dev']);
  expect(t.sent).toContainEqual(
    expect.objectContaining({ name: 'control.publish', data: expect.objectContaining({ tenant_id: id }) as object }),
  );

  rmSync(join(folder, String(id)));
  expect((await setGroup('dev')).json()).toMatchObject({ deployed: true });
  expect(groupOn(broken)).toBe('dev');
});
