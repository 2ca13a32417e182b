// Restarts and suspends PostgreSQL and cuts its connections in the middle of statements, while eight operators write to a console. The
// console must not exit, lose an acknowledged change or leak a connection, and must be ready within 2 s of its database.
// Run: node bench/faults/database-restarts.ts [rounds of restarts and cuts] [hangs] [their seconds]   (needs the Debian package postgresql)
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import { openPostgres } from '../../server/src/platform/database/postgres/postgres.ts';
import { startTcpProxy } from '../../server/src/ports/testing/tcp-proxy.ts';
import { report, reportAtMost } from '../measure/figures.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';
import { addSetting, TokenWriters } from './token-writers.ts';

const TENANTS = [1, 2, 3, 4, 5, 6, 7, 8];
const rounds = Number(process.argv[2] ?? 200);
const hangs = Number(process.argv[3] ?? 10);
const HANG_MS = Number(process.argv[4] ?? 20) * 1_000;
const READY_MS = 2_000;
const ANSWER_MS = 3_500;
const CUT_AT = ['begin', 'insert into', 'update', 'select', 'commit'];
/** Acknowledged writes before each fault, so that others are in flight. */
const MIN_WRITES = 4;

const postgres = await startInstalledPostgres();
const proxy = await startTcpProxy(postgres.port);
const server = await startConsole({
  SANDBOX: 'on',
  SANDBOX_TENANTS: String(TENANTS.length),
  DATABASE_URL: postgres.url.replace(`:${postgres.port}`, `:${proxy.port}`),
  SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  LOG_LEVEL: 'error',
});
/** Rounds after which connections were missing. */
const leaks: string[] = [];
const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(Math.random() * list.length)];

const KINDS = {
  async immediate() {
    await postgres.end('immediate');
    await postgres.start();
  },
  async fast() {
    await postgres.end('fast');
    await postgres.start();
  },
  async cut() {
    for (let times = 0; times < 5; times += 1) {
      proxy.cutAt(pick(CUT_AT) ?? '', { received: Math.random() < 0.5 });
      await sleep(Math.random() * 60);
    }
    if (Math.random() < 0.3) proxy.cut();
  },
  async hang() {
    postgres.signalAll('SIGSTOP');
    await sleep(HANG_MS);
    postgres.signalAll('SIGCONT');
  },
};
type Kind = keyof typeof KINDS;

/** Time until the console reports ready, in ms. */
async function readyAfter(): Promise<number> {
  const from = performance.now();
  for (;;) {
    const ready = await fetch(`${server.url}/api/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    const took = performance.now() - from;
    if (ready || took > 60_000) return took;
    await sleep(20);
  }
}

/** Describes leaked connections; null when all were returned. */
async function connectionsOut(): Promise<string | null> {
  let found = '';
  for (let tries = 0; tries < 40; tries += 1) {
    const page = await (await fetch(`${server.url}/metrics`)).text();
    const count = (state: string): number =>
      Number(new RegExp(`^database_connections\\{pool="quick",state="${state}"\\} (\\d+)$`, 'm').exec(page)?.[1] ?? -1);
    const [total, idle, waiting] = ['total', 'idle', 'waiting'].map(count);
    if (total === idle && waiting === 0) return null;
    found = `${total} connections, ${idle} of them back, ${waiting} wait`;
    await sleep(50);
  }
  return found;
}

const writers = new TokenWriters(() => server.url, TENANTS);
const slowest: Record<Kind, { ready: number; answer: number; rounds: number }> = {
  immediate: { ready: 0, answer: 0, rounds: 0 },
  fast: { ready: 0, answer: 0, rounds: 0 },
  cut: { ready: 0, answer: 0, rounds: 0 },
  hang: { ready: 0, answer: 0, rounds: 0 },
};

async function runRound(kind: Kind): Promise<void> {
  writers.takeSlowest();
  await writers.resume();
  await writers.more(MIN_WRITES);
  await sleep(Math.random() * 200);
  await KINDS[kind]();
  const ready = await readyAfter();
  await sleep(200);
  await writers.pause();
  const most = slowest[kind];
  const answer = writers.takeSlowest();
  most.rounds += 1;
  most.ready = Math.max(most.ready, ready);
  most.answer = Math.max(most.answer, answer);
  const out = await connectionsOut();
  if (out !== null) leaks.push(`after ${kind}: ${out}`);
}

try {
  await addSetting(await signIn(server.url), TENANTS);
  const each: Kind[] = ['immediate', 'fast', 'cut'];
  for (let round = 0; round < rounds; round += 1) await runRound(each[round % each.length] ?? 'cut');
  for (let round = 0; round < hangs; round += 1) await runRound('hang');
  const direct = openPostgres(postgres.url, createLog('silent'));
  const lost = await writers.findLost(direct.db, server.dataDir);
  await direct.close();
  const acknowledged = writers.acknowledged();
  const writes = Object.values(acknowledged).reduce((sum, count) => sum + count);
  for (const [kind, most] of Object.entries(slowest)) {
    if (most.rounds === 0) continue;
    reportAtMost(`${kind}: ${most.rounds} times, slowest response`, most.answer / 1000, ANSWER_MS / 1000, 's');
    reportAtMost(`${kind}: ready again after`, most.ready / 1000, READY_MS / 1000, 's');
  }
  for (const fault of [...lost, ...leaks].slice(0, 20)) console.log(fault);
  reportAtMost('rounds after which connections were missing', leaks.length, 0, 'rounds');
  report(`${writes} writes acknowledged`, writes >= MIN_WRITES * (rounds + hangs));
  // Checks that the process did not exit.
  const alive = (await fetch(`${server.url}/api/health/live`).catch(() => null))?.status === 200;
  report(
    `acknowledged ${JSON.stringify(acknowledged)}, ${lost.length} lost, the process ${alive ? 'runs' : 'has ended'}`,
    lost.length === 0 && alive,
  );
} finally {
  postgres.signalAll('SIGCONT');
  await server.dispose();
  await proxy.close();
  await postgres.stop();
}
