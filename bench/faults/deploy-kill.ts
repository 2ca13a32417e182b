// Kills a console with SIGKILL at random points of a deploy, 50 times, and checks after each restart what the servers serve, who holds
// the lock and whether anything ran twice. Run: node bench/faults/deploy-kill.ts [kills]
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole } from '../../e2e/support/console.ts';
import { signIn, type Operator } from '../../e2e/support/operator.ts';
import { reportAtMost } from '../measure/figures.ts';

const RESTORED_MS = 10_000;
const kills = Number(process.argv[2] ?? 50);
const HOSTS = ['eu-prod-app-01', 'eu-prod-app-02'];
const TARGET = { app: 'coursepro', service: 'strive', env: 'prod' };
const VERSIONS = ['4.18.1', '4.18.2'] as const;

/** A slow migration that logs its start, end and process. */
const MIGRATION = `
const { appendFileSync } = require('node:fs');
const say = (what) => appendFileSync(process.env.RELEASE_SHARED + '/journal', what + ' ' + process.env.RELEASE_RUN + ' ' + process.pid + '\\n');
say('begin');
setTimeout(() => say('end'), 250);`;

interface Run {
  id: number;
  kind: string;
  outcome: string;
}
interface Served {
  service: string;
  env: string;
  version: string | null;
}

const faults: string[] = [];
const server = await startConsole({ SANDBOX_TENANTS: '4' });
const root = join(server.dataDir, 'releases', 'servers');
const placeOf = (host: string): string => join(root, host, TARGET.env, TARGET.app, TARGET.service);

/** The version a server serves; records a fault if it is incomplete. */
function servedBy(host: string): string | null {
  const current = join(placeOf(host), 'current');
  if (!existsSync(current)) return null;
  const release = JSON.parse(readFileSync(join(current, 'release.json'), 'utf8')) as {
    version: string;
    files: Record<string, string>;
  };
  const whole = Object.entries(release.files).every(
    ([name, hash]) =>
      createHash('sha256')
        .update(readFileSync(join(current, name)))
        .digest('hex') === hash,
  );
  if (!whole || !readlinkSync(current).endsWith(release.version)) faults.push(`${host} serves no whole version`);
  return release.version;
}

async function slowMigrations(operator: Operator): Promise<void> {
  // The request makes the sandbox create its repositories and plans, which are read again at the next start.
  await operator.call('GET', '/api/repos/tags?app=coursepro');
  const file = join(server.dataDir, 'sandbox', 'repositories-1', 'releases.json');
  const plans = JSON.parse(readFileSync(file, 'utf8')) as { apps: { coursepro: { migrations: object } } };
  plans.apps.coursepro.migrations = { strive: [['{node}', '-e', MIGRATION]] };
  writeFileSync(file, JSON.stringify(plans));
  await server.end('SIGTERM');
  await server.start();
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** Checks the migration log: no run may start twice, and no two may run concurrently. */
function checkJournal(): void {
  const journal = join(placeOf(HOSTS[0] ?? ''), 'shared', 'journal');
  if (!existsSync(journal)) return;
  const begun = new Set<string>();
  let open: string | null = null;
  for (const line of readFileSync(journal, 'utf8').trim().split('\n')) {
    const [what = '', run = '', pid = ''] = line.split(' ');
    if (what === 'begin' && begun.has(run)) faults.push(`run ${run} migrated twice`);
    if (what === 'begin' && open !== null && isAlive(Number(open)))
      faults.push(`run ${run} migrated beside another one`);
    begun.add(run);
    open = what === 'begin' ? pid : null;
  }
}

/** Waits until the target is unlocked and serves the same version everywhere. Returns the time taken, in ms. */
async function atRest(operator: Operator, allowed: readonly (string | null)[]): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { body } = await operator.call('GET', '/api/environment/versions?app=coursepro');
    const { versions, locks } = body as { versions: Served[]; locks: { run_id: number }[] };
    const said = versions.find(({ service, env }) => service === TARGET.service && env === TARGET.env)?.version ?? null;
    const served = HOSTS.map(servedBy);
    const took = performance.now() - from;
    if (locks.length === 0 && served.every((version) => version === said)) {
      if (!allowed.includes(said)) faults.push(`serves ${said}, which nobody has deployed`);
      return took;
    }
    if (took > RESTORED_MS) {
      faults.push(`after 10 s: locks of ${locks.length} runs, served ${served.join(' and ')}, said ${said}`);
      return took;
    }
    await sleep(50);
  }
}

const rests: number[] = [];
const outcomes = new Map<string, number>();
try {
  let operator = await signIn(server.url);
  await slowMigrations(operator);
  operator = await signIn(server.url);
  for (const tag of VERSIONS) {
    const { status } = await operator.call('POST', '/api/release/create', {
      app: 'coursepro',
      tag,
      service: 'strive',
      env: 'prod',
    });
    if (status !== 200) throw new Error(`Creating release ${tag} answered ${status}.`);
  }
  const deploy = (version: string) => operator.call('POST', '/api/release/deploy', { release: { ...TARGET, version } });
  mkdirSync(root, { recursive: true });
  const begin = performance.now();
  const first = await deploy(VERSIONS[0]);
  if (first.status !== 200) throw new Error(`The first deploy answered ${first.status}: ${JSON.stringify(first.body)}`);
  const usualMs = performance.now() - begin;
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = servedBy(HOSTS[0] ?? '');
    const version = before === VERSIONS[0] ? VERSIONS[1] : VERSIONS[0];
    const pressed = deploy(version).catch(() => null);
    await sleep(Math.random() * usualMs * 1.1);
    await server.end('SIGKILL');
    await pressed;
    // Each server always serves a complete version, even while no console runs.
    for (const host of HOSTS)
      if (![before, version].includes(servedBy(host) ?? ''))
        faults.push(`${host} serves neither the old nor the new version`);
    await server.start();
    operator = await signIn(server.url);
    rests.push(await atRest(operator, [before, version]));
    checkJournal();
    const { body } = await operator.call('GET', '/api/run?kind=deploy');
    const { runs } = body as { runs: Run[] };
    if (runs.some(({ outcome }) => outcome === 'running')) faults.push('a run of a dead console is running');
    const outcome = runs.find(({ id }) => id === Math.max(...runs.map((run) => run.id)))?.outcome ?? 'none';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // Interrupted deploys must not block further ones.
  const last = await deploy(servedBy(HOSTS[0] ?? '') === VERSIONS[0] ? VERSIONS[1] : VERSIONS[0]);
  if (last.status !== 200) faults.push(`the deploy after the last kill answered ${last.status}`);
} finally {
  await server.dispose();
}
const slowest = Math.round(Math.max(...rests));
const counted = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
for (const fault of faults) console.log(`  ${fault}`);
console.log(`${kills} kills (${counted}), at rest at most ${slowest} ms after the restart`);
reportAtMost('whatever the kill interrupted', faults.length, 0, 'faults');
