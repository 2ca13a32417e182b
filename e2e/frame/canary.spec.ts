import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { openSetting } from '../support/config-screen.ts';
import { startFilledConsole, type Console } from '../support/console.ts';
import { signIn, type Operator } from '../support/operator.ts';
import { publishedFiles } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

// Unique values of a setting whose key is known to be secret. All output of the console is searched for them.
const TENANT = 1;
const CONFIG = `/api/tenant/${TENANT}/insight`;
const FILE = `tenants/${TENANT}/insight.env`;
const canary = (name: string) => `canary-${name}-${randomUUID()}`;
const SECRETS = {
  first: canary('first'),
  second: canary('second'),
  refused: canary('refused'),
  server: canary('server'),
};
const PLAIN = canary('plain');
const found = (text: string) =>
  Object.entries(SECRETS).flatMap(([name, value]) => (text.includes(value) ? [name] : []));

let server: Console;
let operator: Operator;
test.beforeAll(async () => {
  server = await startFilledConsole({ LOG_LEVEL: 'trace' });
  operator = await signIn(server.url);
});
test.afterAll(() => server.dispose());

const password = (value: string) => ({ key: 'DB_PASSWORD', value, type: 1, state: 1 });
const revision = async () => ((await operator.call('GET', `${CONFIG}/state`)).body as { revision: number }).revision;

/** Every file below a folder as raw text. */
function rawFiles(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}

/** Uses the secret in every way an operator can; returns all responses of the console, by call. */
async function workWithSecrets(): Promise<Map<string, unknown>> {
  const said = new Map<string, unknown>();
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await operator.call(method, path, body);
    said.set(`${said.size} ${method} ${path} ${answer.status}`, answer.body);
    return answer.status;
  };
  const start = await revision();
  const plain = { key: 'CANARY_PLAIN', value: PLAIN, type: 2 };
  const first = { added: [plain], changed: [password(SECRETS.first)], base_revision: start };
  expect(await call('POST', CONFIG, first)).toBe(200);
  expect(await call('PUT', CONFIG)).toBe(200);
  expect(await call('POST', CONFIG, { changed: [password(SECRETS.second)] })).toBe(200);
  // Every kind of rejection: a clash, an invalid value, a malformed body, a duplicate name.
  expect(await call('POST', CONFIG, { changed: [password(SECRETS.refused)], base_revision: start })).toBe(409);
  expect(await call('POST', CONFIG, { changed: [password(`${SECRETS.refused}\0`)] })).toBe(400);
  expect(await call('POST', CONFIG, { changed: [password(SECRETS.refused.repeat(5000))] })).toBeGreaterThanOrEqual(400);
  expect(await call('POST', CONFIG, { changed: [password(SECRETS.refused)], other: SECRETS.refused })).toBe(400);
  expect(await call('POST', CONFIG, { added: [password(SECRETS.refused)] })).toBeLessThan(500);
  expect(await call('POST', `${CONFIG}/restore`, { value: SECRETS.refused })).toBeGreaterThanOrEqual(400);
  for (const part of ['', '/state', '/preview', '/validate', '/revisions', '/compare?from=0', `/compare?from=${start}`])
    expect(await call('GET', `${CONFIG}${part}`)).toBe(200);
  expect(await call('PUT', CONFIG)).toBe(200);
  const [published] = publishedFiles(server, FILE);
  if (!published) throw new Error('No server has the file.');
  expect(await call('GET', `${CONFIG}/servers`)).toBe(200);
  expect(await call('POST', `${CONFIG}/check`)).toBe(200);
  expect(await call('POST', `${CONFIG}/revisions/${start + 1}/restore`, { base_revision: await revision() })).toBe(200);
  expect(await call('GET', `${CONFIG}/servers`)).toBe(200);
  for (const path of ['/api/audit', `/api/audit?tenant=${TENANT}`, `/api/tenant/${TENANT}`, '/api/tenant'])
    expect(await call('GET', path)).toBe(200);
  return said;
}

/** All page data in the browser. */
async function heldBy(page: Page): Promise<string> {
  const stores = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((store) => Object.keys(store).map((key) => store.getItem(key))).join('\n'),
  );
  const values = await page
    .locator('input, textarea')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  return [await page.content(), stores, ...values].join('\n');
}

test('secret values appear in no response, page, download, log or stored byte, except where revealed', async ({
  page,
  context,
}) => {
  const said = await workWithSecrets();
  for (const [call, body] of said) expect({ call, leaks: found(JSON.stringify(body)) }).toEqual({ call, leaks: [] });
  // Verify that the search works: it finds values that are not secret.
  expect(JSON.stringify([...said.values()])).toContain(PLAIN);

  await signInBrowser(context);
  await page.goto(`${server.url}/tenant/${TENANT}/insight/config`);
  const dialog = await openSetting(page, 'DB_PASSWORD');
  expect(found(await heldBy(page))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  const json = readFileSync(await download.path(), 'utf8');
  expect(json).toContain(PLAIN);
  expect(found(json)).toEqual([]);
  await page.getByRole('button', { name: 'Revisions' }).click();
  await expect(
    page.getByRole('button', { name: 'Restore revision 1', exact: true }).or(page.getByText('taken over')),
  ).not.toHaveCount(0);
  expect(found(await heldBy(page))).toEqual([]);

  const revealed = await operator.call('POST', `${CONFIG}/reveal`, { key: 'DB_PASSWORD', reason: 'a journey' });
  expect(revealed.body).toEqual({ value: SECRETS.first });
  const trail = JSON.stringify((await operator.call('GET', `/api/audit?tenant=${TENANT}`)).body);
  expect(trail).toContain('config.secret-revealed');
  expect(found(trail)).toEqual([]);

  await server.end('SIGTERM');
  expect(server.output()).toContain('/api/tenant/:id/:service');
  expect(found(server.output())).toEqual([]);
  // A commit publishes the secret to the fleet's servers; nothing else below the data folder contains it.
  const stored = rawFiles(server.dataDir).filter(({ path }) => !path.startsWith(join(server.dataDir, 'fleet')));
  expect(stored.filter(({ text }) => found(text).length > 0).map(({ path }) => path)).toEqual([]);
  expect(stored.some(({ text }) => text.includes(PLAIN))).toBe(true);
});
