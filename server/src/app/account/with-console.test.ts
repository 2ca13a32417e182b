import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { rows } from '../../platform/database/database.ts';
import { placeFreshEmbedded } from '../../platform/testing/fresh-database.ts';
import { findPostgres, startPostgres } from '../../ports/testing/postgresql.ts';
import { parseInventoryCommand } from './inventory-command.ts';
import { withConsole } from './with-console.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../docs/examples/inventory-three-tenants.yaml', import.meta.url));
const TIMEOUT_MS = 60_000;
const base = temporaryFolder();

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const KEYS = { SECRETS_KEY: key(7), LICENCE_KEYS: key(9) };
const nothing = async (): Promise<void> => undefined;

describe('without a console', () => {
  it('a command creates neither a database nor keys, and says what is missing', async () => {
    const dataDir = join(base, 'empty');
    const run = (settings: Record<string, string>) => withConsole(nothing, { DATA_DIR: dataDir, ...settings });
    await expect(run(KEYS)).rejects.toThrow(`There is no console in DATA_DIR (${dataDir}): database is missing.`);
    const postgresql = { DATABASE_URL: 'postgres://console@127.0.0.1:1/console' };
    await expect(run(postgresql)).rejects.toThrow('secrets.key is missing');
    await expect(run({ ...postgresql, SECRETS_KEY: KEYS.SECRETS_KEY })).rejects.toThrow('licence.keys is missing');
    expect(existsSync(dataDir)).toBe(false);
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    await expect(run({})).rejects.toThrow('secrets.key is missing');
    expect(readdirSync(dataDir)).toEqual(['database']);
  });
});

describe('a command on the embedded database', { timeout: TIMEOUT_MS }, () => {
  const dataDir = join(base, 'data');
  beforeAll(() => placeFreshEmbedded(dataDir), TIMEOUT_MS);

  it('does nothing with a key other than that of the data', async () => {
    await withConsole(nothing, { DATA_DIR: dataDir, ...KEYS });
    writeFileSync(join(dataDir, 'secrets.key'), `${key(8)}\n`);
    let ran = false;
    const work = async () => void (ran = true);
    await expect(withConsole(work, { DATA_DIR: dataDir, LICENCE_KEYS: key(9) })).rejects.toThrow(
      /encrypted with another SECRETS_KEY/,
    );
    expect(ran).toBe(false);
  });

  it('sends the job that encrypts the values of a key that an applied inventory makes secret', async () => {
    const settings = { DATA_DIR: dataDir, ...KEYS };
    const apply = parseInventoryCommand(['apply', EXAMPLE]);
    expect(await apply((work) => withConsole(work, settings))).toMatchObject({ code: 0 });
    const jobs = await withConsole(({ ctx }) => rows(ctx.db, sql`select name from "jobs"."job"`), settings);
    expect(jobs).toEqual([{ name: 'config.seal-clear-secrets' }]);
  });
});

const programs = findPostgres();
describe.skipIf(programs === undefined)('a command on PostgreSQL', { timeout: TIMEOUT_MS }, () => {
  it('has the time limits of background work, not those of requests, and can send jobs', async () => {
    const postgres = await startPostgres(programs ?? '');
    try {
      const settings = { DATA_DIR: join(base, 'postgresql'), DATABASE_URL: postgres.url, ...KEYS };
      const limit = await withConsole(({ ctx }) => rows(ctx.db, sql`show statement_timeout`), settings);
      expect(limit).toEqual([{ statement_timeout: '59800ms' }]);
      const apply = parseInventoryCommand(['apply', EXAMPLE]);
      expect(await apply((work) => withConsole(work, settings))).toMatchObject({ code: 0 });
    } finally {
      await postgres.stop();
    }
  });
});
