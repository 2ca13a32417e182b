import { calls } from '@mission-control/contract/calls';
import { seedTenant } from '@mission-control/contract/releases/calls';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { ConfiguredCommand } from '../../ports/release-runner.ts';
import { outputOf } from '../runs/public.ts';
import { seedNamedTenant } from './seed-tenant.ts';

const SCRIPT = fileURLToPath(new URL('../../../../sandbox/src/seed-tenant.ts', import.meta.url));
const HOSTILE = `$(touch marker) ; "Elm's" {tenant} --x`;
const NAMES = ['Elm Leisure', HOSTILE, '--out=/tmp/elsewhere', 'Unseedable Pools'];
const t = setUpTestCtx();
beforeAll(async () => {
  await t.db.insert(regions).values({ id: 1, name: 'eu-west-1', description: 'Europe' });
  await t.db.insert(accounts).values({ id: 1, tradingName: 'Dale' });
  const at = t.clock.now();
  const facts = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'x' };
  await t.db.insert(tenants).values(NAMES.map((name) => ({ name, nameKey: name.toLowerCase(), ...facts })));
});

const amelia = (seed: ConfiguredCommand | null): Ctx => ({
  ...t.as({ name: 'amelia.hart', role: 'release-manager' }),
  ports: { ...t.ports, releaseRunner: { ...t.ports.releaseRunner, seed } },
});
const script = (...more: string[]): ConfiguredCommand => ({
  argv: [process.execPath, SCRIPT, '--tenant={tenant}', `--out=${join(t.fleetDir, 'seeds')}`, ...more],
  cwd: t.fleetDir,
});

/** Seeds a tenant and waits for the end. */
const seed = async (...wanted: Parameters<typeof seedNamedTenant>) => {
  const { id, output } = await outputOf(await seedNamedTenant(...wanted));
  return { output, run_id: id };
};

describe('seeding a tenant', { timeout: 60_000 }, () => {
  it('runs the configured command for it and returns its output [SEED-06] [SEED-07]', async () => {
    const answer = await seed(amelia(script()), 'Elm Leisure', { key: 'seed-click-1' });
    expect(answer.output).toMatch(/^Seeding Elm Leisure\n[^]*DONE\n\d+ rows in 8 tables\n$/);
    const [file = ''] = readdirSync(join(t.fleetDir, 'seeds'));
    expect(JSON.parse(readFileSync(join(t.fleetDir, 'seeds', file), 'utf8'))).toMatchObject({ tenant: 'Elm Leisure' });
    const again = await seed(amelia(script()), 'Elm Leisure', { key: 'seed-click-1' });
    expect(again).toEqual(answer);
    expect(calls).toContain(seedTenant);
    expect(seedTenant.response.parse(answer)).toEqual(answer);
  });

  it('passes the name unchanged, whatever it contains', async () => {
    const { output } = await seed(amelia(script()), HOSTILE);
    expect(output.startsWith(`Seeding ${HOSTILE}\n`)).toBe(true);
    expect(existsSync(join(t.fleetDir, 'marker'))).toBe(false);
    const bare = { argv: [process.execPath, SCRIPT, '{tenant}'], cwd: t.fleetDir };
    await expect(seed(amelia(bare), '--out=/tmp/elsewhere')).rejects.toMatchObject({
      code: 'refused',
    });
  });

  it('returns the error and the output when it fails [SEED-07]', async () => {
    await expect(seed(amelia(script()), 'Unseedable Pools')).rejects.toMatchObject({
      code: 'target_failed',
      message: 'node exited with code 1.',
      output: 'Seeding Unseedable Pools\nerror: the schema of this tenant is older than the seeds\n',
    });
  });

  it('requires an existing tenant and a configured command', async () => {
    await expect(seed(amelia(script()), 'elm leisure')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(seed(amelia(null), 'Elm Leisure')).rejects.toMatchObject({ code: 'refused' });
  });
});
