import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createDirectoryFiles } from '../../ports/files/directory-driver.ts';
import { filesRoute } from './files-route.ts';
import { createFeatureApp } from '../testing/feature-app.ts';

const root = temporaryFolder();
const files = createDirectoryFiles({ root, publicUrl: '', uniqueName: () => 'x' });
const asked: string[] = [];
const t = setUpTestCtx();
let app: ReturnType<typeof createFeatureApp>;
beforeAll(async () => {
  await files.put('logos/a.png', Buffer.from('x'));
  const read: typeof files.read = (path) => (asked.push(path), files.read(path));
  app = createFeatureApp(t, {});
  filesRoute(app, { ...t, ports: { ...t.ports, files: { ...files, read } } });
});
afterAll(() => app.close());

it.each([
  '/files/..%2f..%2fsecrets.png',
  '/files/%2e%2e/x.png',
  '/files/a%5c..%5cx.png',
  '/files/a%00.png',
  '/files/.tmp.x.png',
  '/files/logos//a.png',
  '/files/%252e%252e/x.png',
  '/files/%E2%80%AEgnp.png',
  `/files/${'a'.repeat(101)}.png`,
  `/files/${'a/'.repeat(150)}x.png`,
])('does not query the store for %s (threat 18)', async (url) => {
  expect([400, 404]).toContain((await app.inject({ url })).statusCode);
  expect(asked).toEqual([]);
});

it('serves files so that no content executes', async () => {
  const { statusCode, headers, body } = await app.inject({ url: '/files/logos/a.png' });
  expect([statusCode, body, headers['content-type']]).toEqual([200, 'x', 'image/png']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(asked.splice(0)).toEqual(['logos/a.png']);
});
