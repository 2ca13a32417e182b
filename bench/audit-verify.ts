// Verifies the chain of 1,000,000 audit events on the embedded database and, where it is installed, on PostgreSQL; then alters an event
// near the end, which must be named.
// Run: node bench/audit-verify.ts [events]
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { appendImported, type ImportedEntry } from '../server/src/platform/audit/append-imported.ts';
import { findAuditFault } from '../server/src/platform/audit/verify.ts';
import { rows, type OpenDatabase } from '../server/src/platform/database/database.ts';
import { openPglite } from '../server/src/platform/database/embedded/pglite.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { createLog } from '../server/src/platform/log/log.ts';
import { findPostgres, startPostgres } from '../server/src/ports/testing/postgresql.ts';

const events = Number(process.argv[2] ?? 1_000_000);
const LIMIT_S = 60;
const BATCH = 5_000;
/** USER_HZ of Linux. */
const TICKS_A_SECOND = 100;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

/** A change of a config like the sandbox fleet's. */
const entryOf = (at: number): ImportedEntry => ({
  at: new Date(FIRST + at * 1000),
  actor: `person.${at % 40}`,
  action: 'config.saved',
  subject: `Tenant ${at % 10_000} coursepro`,
  tenantId: at % 10_000,
  before: {
    revision: at,
    settings: { BASKET_TIMEOUT: `${at % 900}`, API_URL: 'https://api.example.com/v2' },
    active: true,
  },
  after: {
    revision: at + 1,
    settings: { BASKET_TIMEOUT: `${at % 901}`, API_URL: 'https://api.example.com/v3' },
    active: true,
  },
});

async function fill({ db }: OpenDatabase): Promise<void> {
  for (let done = 0; done < events; done += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, events - done) }, (_, at) => entryOf(done + at));
    await db.transaction((tx) => appendImported(tx, entries));
  }
  await db.execute(sql`vacuum analyze audit_events`);
}

/** CPU time of this process and of the connections' processes of PostgreSQL. */
async function secondsOfCores({ db, kind }: OpenDatabase): Promise<number> {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000_000;
  if (kind === 'embedded') return own;
  const backends = await rows<{ pid: number }>(
    db,
    sql`select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return backends.reduce((sum, { pid }) => {
    const [ticks = 0, kernel = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
    return sum + (ticks + kernel) / TICKS_A_SECOND;
  }, own);
}

async function measure(what: string, open: OpenDatabase): Promise<boolean> {
  return open.withLongTimeouts(async () => {
    await migrate(open.db);
    await fill(open);
    const [start, usedBefore] = [performance.now(), await secondsOfCores(open)];
    const fault = await findAuditFault(open.db);
    const wall = (performance.now() - start) / 1000;
    const own = (await secondsOfCores(open)) - usedBefore;
    // Wall-clock time beyond the CPU time of both sides was spent waiting for a core.
    const seconds = Math.min(own, wall);
    const limit = (LIMIT_S * events) / 1_000_000;
    const isFast = seconds <= limit;
    console.log(
      `${what}: ${events} events verified in ${seconds.toFixed(1)} s (at most ${limit} s), ${wall.toFixed(1)} s with waiting, ${own.toFixed(1)} s of a core: ${isFast ? 'ok' : 'TOO SLOW'}`,
    );
    const altered = events - 1;
    await open.db.execute(
      sql`update audit_events set after = jsonb_set(after, '{active}', 'false') where id = ${altered}`,
    );
    const isNamed = (await findAuditFault(open.db)) === `Event ${altered} was changed after it was written.`;
    console.log(`${what}: an altered event is named: ${isNamed ? 'ok' : 'NOT'}`);
    return isFast && isNamed && fault === null;
  });
}

const embedded = await openPglite(null);
const results = [await measure('embedded', embedded)];
await embedded.close();
const programs = findPostgres();
if (programs === undefined) console.log('PostgreSQL: not installed: ok');
else {
  const postgres = await startPostgres(programs);
  const open = openPostgres(postgres.url, createLog('silent'));
  results.push(await measure('PostgreSQL', open));
  await open.close();
  await postgres.stop();
}
process.exitCode = results.every(Boolean) ? 0 : 1;
