import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { placeFreshEmbedded } from '../../platform/testing/fresh-database.ts';
import { createTestCtx } from '../../platform/testing/test-ctx.ts';
import { proveSecretsKey } from './secrets-key.ts';

const folder = temporaryFolder();

/** Starts the console on the folder until it serves or exits; returns its output and exit code. */
async function startOnce(): Promise<{ said: string; code: number | null }> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, PORT: '0', SANDBOX: 'off', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  const hear = (text: string) => {
    said += text;
    if (said.includes('answers on')) child.kill('SIGTERM');
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const [code] = (await ended) as [number | null];
  return { said, code };
}

it('accepts the key of the data, and rejects any other from the first start on', async () => {
  const t = await createTestCtx();
  try {
    await proveSecretsKey(t);
    await proveSecretsKey({ ...t, db: otherHandle(t.db) });
    const other = { ...t, db: otherHandle(t.db), secrets: createSecrets(Buffer.alloc(32, 8)) };
    await expect(proveSecretsKey(other)).rejects.toThrow(/encrypted with another SECRETS_KEY \(its id is [0-9a-f]{8};/);
  } finally {
    await t.close();
  }
});

it('does not start on a folder whose key file was replaced', { timeout: 120_000 }, async () => {
  await placeFreshEmbedded(folder);
  expect(await startOnce()).toMatchObject({ code: 0 });
  writeFileSync(join(folder, 'secrets.key'), `${Buffer.alloc(32, 8).toString('base64')}\n`);
  const { said, code } = await startOnce();
  expect(code).toBe(1);
  expect(said).toContain('Mission Control could not start: the data is encrypted with another SECRETS_KEY');
  expect(said).toContain('the file secrets.key of the DATA_DIR that belongs to this database');
  expect(said).not.toContain('answers on');
});

/** The database as seen by another process, without cached keys. */
function otherHandle<Db extends object>(db: Db): Db {
  return new Proxy(db, { get: (target, name) => Reflect.get(target, name, target) as unknown });
}
