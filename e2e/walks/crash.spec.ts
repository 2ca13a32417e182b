import { watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { signIn, type Operator } from '../support/operator.ts';
import { publishedFiles } from '../support/screens.ts';

const FILE = 'tenants/1/coursepro.php';

let server: Console;
test.beforeAll(async () => void (server = await startFilledConsole()));
test.afterAll(() => server.dispose());

/** Resolves when a file is staged on a server: after the first stage and before the last activation. */
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

/** The saved file as shown by the console, and a pattern for it: masked values match anything. */
async function savedFile(operator: Operator): Promise<{ revision: number; committed: number; isOf: RegExp }> {
  const { body } = await operator.call('GET', '/api/tenant/1/coursepro/preview');
  const { revision, content, committed } = body as {
    revision: number;
    content: string;
    committed: { revision: number } | null;
  };
  const pattern = content.split(/•+/).map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&'));
  return { revision, committed: committed?.revision ?? 0, isOf: new RegExp(`^${pattern.join('.+')}$`) };
}

for (const round of [1, 2, 3]) {
  test(`a console killed between staging and activation publishes all or nothing, and can repeat it (${round})`, async () => {
    const before = await signIn(server.url);
    const value = String(100 + round);
    const changed = [{ key: 'BASKET_TIMEOUT', value, type: 1, state: 1 }];
    const earlier = new Set(publishedFiles(server, FILE).map(({ text }) => text));
    const saved = await before.call('POST', '/api/tenant/1/coursepro', { changed });
    expect(saved).toMatchObject({ status: 200 });
    const acknowledged = (saved.body as { revision: number }).revision;
    const { isOf } = await savedFile(before);
    expect([...earlier].filter((text) => isOf.test(text))).toEqual([]);
    const staged = firstStagedFile();
    const commit = before.call('PUT', '/api/tenant/1/coursepro').catch(() => 'died');
    await staged;
    await server.end('SIGKILL');
    await commit;
    // At any moment, every file is either the previous or the acknowledged one, complete.
    for (const { text } of publishedFiles(server, FILE)) expect(earlier.has(text) || isOf.test(text)).toBe(true);

    await server.start();
    const after = await signIn(server.url);
    await expect
      .poll(async () => {
        await after.call('PUT', '/api/tenant/1/coursepro');
        return (await savedFile(after)).committed;
      })
      .toBe(acknowledged);
    const now = await savedFile(after);
    expect([now.revision, now.isOf.source]).toEqual([acknowledged, isOf.source]);
    const files = publishedFiles(server, FILE);
    expect(files.length).toBeGreaterThan(1);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
    for (const { text } of files) expect(text).toMatch(isOf);
    expect(files[0]?.text).toContain(value);
  });
}
