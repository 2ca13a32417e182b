import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { findPostgres, startPostgres } from '../server/src/ports/testing/postgresql.ts';
import { ADMIN, startConsole, type Console } from './console.ts';
import { startOneAddress } from './one-address.ts';
import { signIn, type Operator } from './operator.ts';
import { editSetting, publishedFiles, save, signInOn } from './screens.ts';

const FILE = 'tenants/1/coursepro.php';
const MAIN = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url));
const programs = findPostgres();

/** Ends what the test has started, the last first, whatever becomes of it. */
const ends: (() => Promise<unknown>)[] = [];
test.afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function startWeb(settings: Record<string, string>): Promise<Console> {
  const web = await startConsole({ ...settings, PROCESS: 'web' });
  ends.push(() => web.dispose());
  return web;
}

async function startWorker(settings: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, LOG_LEVEL: 'warn', ...settings, PROCESS: 'worker' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  ends.push(() => (child.kill('SIGTERM'), ended));
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('works as a worker')) break;
  child.stdout.resume();
}

/** Two processes that answer and one that works, on one PostgreSQL and one folder, behind one address. */
async function startProcesses(postgresPrograms: string): Promise<{ url: string; webs: [Console, Console] }> {
  const postgres = await startPostgres(postgresPrograms);
  ends.push(() => postgres.stop());
  const shared = {
    DATABASE_URL: postgres.url,
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    SANDBOX: 'on',
    SANDBOX_TENANTS: '20',
  };
  const first = await startWeb(shared);
  const second = await startWeb({ ...shared, DATA_DIR: first.dataDir });
  await startWorker({ ...shared, DATA_DIR: first.dataDir, ADMIN_PASSWORD: ADMIN.password });
  const { url, close } = await startOneAddress(() => [first.url, second.url]);
  ends.push(close);
  return { url, webs: [first, second] };
}

/** Switches one tenant to and fro until it is told to stop; what has no answer may or may not be done, and is done again. */
class Writer {
  readonly #operator: Operator;
  readonly #id: number;
  readonly #heard: () => void;
  acknowledged = { version: 0, staging: false };
  unanswered = 0;
  stopped = false;

  constructor(operator: Operator, id: number, heard: () => void) {
    [this.#operator, this.#id, this.#heard] = [operator, id, heard];
  }

  async work(): Promise<void> {
    for (let staging = false; !this.stopped; staging = !staging) {
      const answer = await this.#operator.call('PATCH', `/api/tenant/${this.#id}`, { staging }).catch(() => null);
      if (answer?.status === 200) {
        this.acknowledged = (answer.body as { tenant: { version: number; staging: boolean } }).tenant;
        this.#heard();
      } else this.unanswered += 1;
    }
  }

  /** Every acknowledged change counted the version up, so that none can be missing when the last one is there. */
  async check(): Promise<void> {
    const { tenant } = (await this.#operator.call('GET', `/api/tenant/${this.#id}`)).body as {
      tenant: { version: number; staging: boolean };
    };
    expect(tenant.version).toBeGreaterThanOrEqual(this.acknowledged.version);
    expect(tenant.version).toBeLessThanOrEqual(this.acknowledged.version + this.unanswered);
    if (tenant.version === this.acknowledged.version) expect(tenant.staging).toBe(this.acknowledged.staging);
  }
}

test('two processes and a worker behind one address: one is killed while operators work, nothing acknowledged is lost, and screens go on', async ({
  page,
}) => {
  test.skip(programs === undefined, 'no PostgreSQL is installed (Debian: apt-get install postgresql)');
  test.setTimeout(180_000);
  const { url, webs } = await startProcesses(programs ?? '');
  const operator = await signIn(url);
  await signInOn(page, url);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.goto(`${url}/tenant/1/coursepro/config`);
  await editSetting(page, 'BASKET_TIMEOUT', '77');

  let [count, target] = [0, 0];
  let reached = (): void => undefined;
  const acknowledgements = (more: number): Promise<void> => {
    target = count + more;
    return new Promise((resolve) => (reached = resolve));
  };
  const heard = (): void => {
    count += 1;
    if (count === target) reached();
  };
  const writers = [11, 12, 13, 14].map((id) => new Writer(operator, id, heard));
  const working = Promise.all(writers.map((writer) => writer.work()));

  await acknowledgements(30);
  await webs[0].end('SIGKILL');
  await save(page);
  await expect(page.getByText('Config successfully saved')).toBeVisible();
  await acknowledgements(30);
  // Another operator's change comes to this screen by the process that is left.
  const changed = [{ key: 'BRIDGE_TIMEOUT', value: '46', type: 1, state: 1 }];
  expect(await operator.call('POST', '/api/tenant/1/coursepro', { changed })).toMatchObject({ status: 200 });
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('_TIMEOUT');
  await expect(page.getByRole('row', { name: /BRIDGE_TIMEOUT/ })).toContainText('46', { timeout: 30_000 });

  await webs[0].start();
  await webs[1].end('SIGKILL');
  await acknowledgements(30);
  await page.getByRole('button', { name: /^Commit/ }).click();
  await page
    .getByRole('dialog', { name: /^Commit revision/ })
    .getByRole('button', { name: 'Commit' })
    .click();
  await expect(page.getByText('Config successfully exported')).toBeVisible();
  for (const writer of writers) writer.stopped = true;
  await working;

  for (const writer of writers) await writer.check();
  const files = publishedFiles(webs[0], FILE);
  expect(files.length).toBeGreaterThan(1);
  for (const { text } of files) expect(text).toMatch(/'BASKET_TIMEOUT', '?77'?\)[\s\S]*'BRIDGE_TIMEOUT', '?46'?\)/);
  // The worker takes the files of a deleted tenant off the servers.
  expect(await operator.call('DELETE', '/api/tenant/1')).toMatchObject({ status: 200 });
  await expect.poll(() => publishedFiles(webs[0], FILE), { timeout: 60_000 }).toEqual([]);
});
