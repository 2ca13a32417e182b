// Kills a console with SIGKILL while it holds the lease of a commit, next to a second one on the same PostgreSQL: time until the second
// one can commit that config. Every other round the first one counts as on another host, visible only by its session.
// Run: node bench/faults/lease-kill.ts [rounds]   (needs the Debian package postgresql)
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startConsole } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { reportAtMost } from '../measure/figures.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';
import { addSetting } from './token-writers.ts';

const rounds = Number(process.argv[2] ?? 6);
const FREE_MS = 5_000;
const GIVE_UP_MS = 70_000;
const CONFIG = '/api/tenant/1/coursepro';
const RUNNING = "select owner from publications where state = 'running' and lease_until > clock_timestamp()";

const postgres = await startInstalledPostgres();
const settings = {
  SANDBOX: 'on',
  SANDBOX_TENANTS: '2',
  DATABASE_URL: postgres.url,
  SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  LOG_LEVEL: 'error',
};
const first = await startConsole(settings);
const second = await startConsole({ ...settings, DATA_DIR: first.dataDir });
const direct = new pg.Client({ connectionString: postgres.url });
await direct.connect();
const isHeld = async (): Promise<boolean> => (await direct.query(RUNNING)).rows.length > 0;

/** Kills the first console in the middle of a commit. False when the commit finished first. */
async function killHolding(): Promise<boolean> {
  const operator = await signIn(first.url);
  const sent = operator.call('PUT', CONFIG).then(
    () => true,
    () => true,
  );
  let ended = false;
  void sent.then(() => (ended = true));
  while (!ended && !(await isHeld()));
  await first.end('SIGKILL');
  await sent;
  return isHeld();
}

/** Time until the second console commits the config, in ms, up to a timeout. */
async function freedAfter(): Promise<number> {
  const operator = await signIn(second.url);
  const from = performance.now();
  for (;;) {
    const { status } = await operator.call('PUT', CONFIG);
    const took = performance.now() - from;
    if (status === 200 || took > GIVE_UP_MS) return took;
    await sleep(50);
  }
}

try {
  await addSetting(await signIn(second.url), [1, 2]);
  const slowest = { 'this host': 0, 'another host': 0 };
  const held = { 'this host': 0, 'another host': 0 };
  for (let round = 0; round < rounds;) {
    const where = round % 2 === 0 ? 'this host' : 'another host';
    const elsewhere = `update processes set mark = jsonb_set(mark, '{realm}', '"elsewhere"') where gone_at is null`;
    if (where === 'another host') await direct.query(elsewhere);
    if (await killHolding()) {
      held[where] += 1;
      slowest[where] = Math.max(slowest[where], await freedAfter());
      round += 1;
    }
    await first.start();
  }
  for (const where of ['this host', 'another host'] as const) {
    const killed = `killed on ${where} while it held the lease ${held[where]} times`;
    reportAtMost(`${killed}, the other one commits after`, slowest[where] / 1000, FREE_MS / 1000, 's');
  }
} finally {
  await direct.end();
  await second.dispose();
  await first.dispose();
  await postgres.stop();
}
