import { expect, it } from 'vitest';
import { domains } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { assignDomains } from './change-service.ts';

const t = setUpTestCtx();

it('reports a host that was taken concurrently, and rethrows other errors', async () => {
  await createFleet(t);
  const host = { host: 'elm.example.net', isPrimary: false, hasWhitelist: false, service: 'coursepro' };
  const give = (tenantId: number, other = {}) =>
    assignDomains(async () => void (await t.db.insert(domains).values({ ...host, tenantId, ...other })));
  await give(await addTenant(t));
  await expect(give(await addTenant(t))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('just taken one of the domains') as string,
  });
  await expect(give(999_999, { host: 'oak.example.net' })).rejects.not.toHaveProperty('code', 'refused');
});
