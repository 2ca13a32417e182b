import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmbeddedDatabases } from '../../ports/tenant-databases/embedded-driver.ts';
import { chooseDatabases } from './choose-databases.ts';
import { readEnv } from './env.ts';

it("keeps tenants' databases in the console's own when no servers are given", () => {
  expect(chooseDatabases(readEnv({}))).toBe(createEmbeddedDatabases);
});

it('rejects an invalid file before anything is opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mc-servers-'));
  const path = join(folder, 'servers.json');
  writeFileSync(path, '{ "servers": { "eu-db-01": { "engine": "oracle" } } }');
  const env = readEnv({ DATABASE_SERVERS_FILE: path });
  expect(() => chooseDatabases(env)).toThrow(/servers\.eu-db-01\.engine: must be "postgresql" or "mariadb"/);
  rmSync(folder, { recursive: true });
});
