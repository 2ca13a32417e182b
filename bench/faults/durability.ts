// Kills a console with SIGKILL while operators change tenants, save and commit configs and build releases, 25 times. Each write carries a
// unique token, which must be in the data, the published files and the audit trail afterwards if the write was acknowledged.
// Run: node bench/faults/durability.ts [kills]   (DATABASE_URL=... does the same on a PostgreSQL of yours, which it fills)
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import { openPglite } from '../../server/src/platform/database/embedded/pglite.ts';
import { openPostgres } from '../../server/src/platform/database/postgres/postgres.ts';
import { report, reportAtMost } from '../measure/figures.ts';
import { addSetting, TokenWriters } from './token-writers.ts';

const TENANTS = [1, 2, 3, 4, 5];
const kills = Number(process.argv[2] ?? 25);
const database = process.env['DATABASE_URL'];
/** Minimum writes by kind; a release takes seconds to build. */
const MIN_WRITES = { patch: kills, save: kills, commit: Math.ceil(kills / 2), run: Math.floor(kills / 5) };

const server = await startConsole({ SANDBOX: 'on', SANDBOX_TENANTS: '8', ...(database && { DATABASE_URL: database }) });
try {
  const operator = await signIn(server.url);
  await addSetting(operator, TENANTS);
  // The sandbox creates its repositories on demand.
  await operator.call('GET', '/api/repos/tags?app=coursepro');
  const writers = new TokenWriters(() => server.url, TENANTS);
  for (let kill = 1; kill <= kills; kill += 1) {
    await writers.resume();
    await writers.more(5 + Math.floor(Math.random() * 25));
    if (kill % 5 === 0) await writers.more(1, 'run');
    // Kill in the middle of the next writes.
    await sleep(Math.random() * 50);
    await server.end('SIGKILL');
    await writers.pause();
    await server.start();
  }
  await server.end('SIGTERM');
  const open = database ? openPostgres(database, createLog('warn')) : await openPglite(server.dataDir);
  const lost = await writers.findLost(open.db, server.dataDir);
  await open.close();
  for (const write of lost.slice(0, 20)) console.log(write);
  console.log(`${database ? 'PostgreSQL' : 'PGlite'}: ${kills} kills`);
  for (const [kind, count] of Object.entries(writers.acknowledged())) {
    const least = MIN_WRITES[kind as keyof typeof MIN_WRITES];
    report(`${kind}: ${count} acknowledged (at least ${least})`, count >= least);
  }
  reportAtMost('acknowledged writes', lost.length, 0, 'lost');
} finally {
  await server.dispose();
}
