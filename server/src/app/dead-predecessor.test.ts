import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { publications } from '../features/config/tables.ts';
import { runs } from '../features/runs/public.ts';
import { accounts, tenants, regions } from '../fleet/tables.ts';
import { openPglite } from '../platform/database/embedded/pglite.ts';
import { placeFreshEmbedded } from '../platform/testing/fresh-database.ts';
import { readEnv } from './settings/env.ts';
import { startServer } from './start-server.ts';

const folder = temporaryFolder();

const start = async () => {
  const settings = {
    DATA_DIR: folder,
    PORT: '0',
    SANDBOX: 'off',
    LOG_LEVEL: 'fatal',
    PROCESS: 'web',
    ADMIN_PASSWORD: 'a password of a test',
  };
  const { stop } = await startServer(readEnv(settings));
  return stop;
};
const now = new Date();
const later = new Date(now.getTime() + 3_600_000);

it(
  'releases what its dead predecessor on the embedded database held before it starts serving',
  { timeout: 120_000 },
  async () => {
    await placeFreshEmbedded(folder);
    await (
      await start()
    )();
    const { db, close } = await openPglite(folder);
    await db.insert(regions).values({ id: 1, name: 'eu-west-1', description: 'Europe' });
    await db.insert(accounts).values({ id: 1, tradingName: 'Elm' });
    const named = { name: 'Elm', nameKey: 'elm', regionId: 1, accountId: 1 };
    await db.insert(tenants).values({ id: 1, ...named, createdAt: now, updatedAt: now, updatedBy: 'test' });
    const place = {
      id: '00000000-0000-4000-8000-000000000001',
      tenantId: 1,
      kind: 'coursepro' as const,
      revision: 1,
      hash: 'x',
    };
    const by = { owner: 'dead', requestedBy: 'amelia.hart', startedAt: now };
    await db.insert(publications).values({ ...place, ...by, state: 'running', leaseUntil: later });
    const run = { kind: 'deploy' as const, subject: 'bg 3', facts: {}, startedBy: 'amelia.hart', startedAt: now };
    await db.insert(runs).values({ ...run, owner: 'dead', seenAt: later });
    await close();
    const left = join(folder, 'files', 'branding', '1', `.tmp.${place.id}`);
    mkdirSync(dirname(left), { recursive: true });
    writeFileSync(left, 'half of a logo');
    await (
      await start()
    )();
    const again = await openPglite(folder);
    const [publication] = await again.db.select().from(publications);
    const [ended] = await again.db.select().from(runs);
    await again.close();
    expect(publication?.leaseUntil.getTime()).toBeLessThan(Date.now());
    expect(ended?.outcome).toBe('unknown');
    expect(existsSync(left)).toBe(false);
  },
);
