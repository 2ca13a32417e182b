import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createEmbeddedDatabases } from '../../ports/tenant-databases/embedded-driver.ts';
import { chooseDatabases } from './choose-databases.ts';
import { readEnv } from './env.ts';

it("keeps tenants' databases in the console's own when no servers are given", () => {
  expect(chooseDatabases(readEnv({}))).toBe(createEmbeddedDatabases);
});

it('rejects an invalid file before anything is opened', () => {
  const path = join(temporaryFolder(onTestFinished), 'servers.json');
  writeFileSync(path, '{ "servers": { "eu-db-01": { "engine": "oracle" } } }');
  const env = readEnv({ DATABASE_SERVERS_FILE: path });
  expect(() => chooseDatabases(env)).toThrow(/servers\.eu-db-01\.engine: must be "postgresql" or "mariadb"/);
});
