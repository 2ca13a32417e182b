import { watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startFilledConsole, type Console } from './console.ts';
import { signIn } from './operator.ts';
import { publishedFiles } from './screens.ts';

const FILE = 'tenants/1/coursepro.php';

let server: Console;
test.beforeAll(async () => void (server = await startFilledConsole()));
test.afterAll(() => server.dispose());

/** Resolves when a file is staged on some server: after the first stage and before the last activation. */
function firstStagedFile(): Promise<void> {
  const folders = publishedFiles(server, FILE).map(({ host }) =>
    join(server.dataDir, 'fleet', host, 'config', 'tenants', '1'),
  );
  return new Promise((resolve) => {
    const watchers = folders.map((folder) =>
      watch(folder, (_event, name) => {
        if (!name?.startsWith('.tmp.')) return;
        for (const watcher of watchers) watcher.close();
        resolve();
      }),
    );
  });
}

for (const round of [1, 2, 3]) {
  test(`a console killed between staging and activation publishes whole or not at all, and can repeat it (${round})`, async () => {
    const before = await signIn(server.url);
    const value = String(100 + round);
    const changed = [{ key: 'BASKET_TIMEOUT', value, type: 1, state: 1 }];
    expect(await before.call('POST', '/api/tenant/1/coursepro', { changed })).toMatchObject({ status: 200 });
    const staged = firstStagedFile();
    const commit = before.call('PUT', '/api/tenant/1/coursepro').catch(() => 'died');
    await staged;
    await server.end('SIGKILL');
    await commit;
    // Whatever moment it was: every single file is whole.
    for (const { text } of publishedFiles(server, FILE)) expect(text).toMatch(/^<\?php[\s\S]*BASKET_TIMEOUT[\s\S]*\n$/);

    await server.start();
    const after = await signIn(server.url);
    await expect
      .poll(async () => {
        await after.call('PUT', '/api/tenant/1/coursepro');
        const { body } = await after.call('GET', '/api/tenant/1');
        const { config_hashes: stored, current_hashes: current } = (
          body as { tenant: Record<string, Record<string, string>> }
        ).tenant;
        return stored?.[1] === current?.[1];
      })
      .toBe(true);
    const files = publishedFiles(server, FILE);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(files[0]?.text).toContain(value);
  });
}
