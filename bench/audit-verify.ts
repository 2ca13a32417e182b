// Verifies the chain of 1,000,000 audit events on the embedded database and, where it is installed, on PostgreSQL; then alters an event
// near the end, which must be named.
// Run: node bench/audit-verify.ts [events]
import { sql } from 'drizzle-orm';
import { appendImported, type ImportedEntry } from '../server/src/platform/audit/append-imported.ts';
import { findAuditFault } from '../server/src/platform/audit/verify.ts';
import { rows, type OpenDatabase } from '../server/src/platform/database/database.ts';
import { openPglite } from '../server/src/platform/database/embedded/pglite.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { createLog } from '../server/src/platform/log/log.ts';
import { findPostgres } from '../server/src/ports/testing/postgresql.ts';
import { report, reportAtMost } from './measure/figures.ts';
import { startInstalledPostgres } from './measure/postgres.ts';
import { ownProcessorMs, processorSeconds } from './measure/processor-time.ts';

const events = Number(process.argv[2] ?? 1_000_000);
const LIMIT_S = 60;
const BATCH = 5_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

/** A change of a config like the sandbox fleet's. */
const changeAt = (at: number): ImportedEntry => ({
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
    const entries = Array.from({ length: Math.min(BATCH, events - done) }, (_, at) => changeAt(done + at));
    await db.transaction((tx) => appendImported(tx, entries));
  }
  await db.execute(sql`vacuum analyze audit_events`);
}

/** CPU time of this process and of the connections' processes of PostgreSQL, in s. */
async function usedSeconds({ db, kind }: OpenDatabase): Promise<number> {
  if (kind === 'embedded') return ownProcessorMs() / 1_000;
  const backends = await rows<{ pid: number }>(
    db,
    sql`select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return backends.reduce((sum, { pid }) => sum + processorSeconds(pid), ownProcessorMs() / 1_000);
}

async function measure(database: string, open: OpenDatabase): Promise<void> {
  await open.withLongTimeouts(async () => {
    await migrate(open.db);
    await fill(open);
    const [start, usedBefore] = [performance.now(), await usedSeconds(open)];
    const fault = await findAuditFault(open.db);
    const wall = (performance.now() - start) / 1000;
    const used = (await usedSeconds(open)) - usedBefore;
    console.log(`${database}: ${wall.toFixed(1)} s with waiting, ${used.toFixed(1)} s of a core`);
    // Wall-clock time beyond the CPU time of both sides was spent waiting for a core.
    reportAtMost(
      `${database}: ${events} events verified in`,
      Math.min(used, wall),
      (LIMIT_S * events) / 1_000_000,
      's',
    );
    report(`${database}: faults before an event was altered: ${fault ?? 'none'}`, fault === null);
    const altered = events - 1;
    await open.db.execute(
      sql`update audit_events set after = jsonb_set(after, '{active}', 'false') where id = ${altered}`,
    );
    const found = await findAuditFault(open.db);
    report(`${database}: the altered event is named`, found === `Event ${altered} was changed after it was written.`);
  });
}

const embedded = await openPglite(null);
await measure('embedded', embedded);
await embedded.close();
if (findPostgres() === undefined) report('PostgreSQL: not installed', true);
else {
  const postgres = await startInstalledPostgres();
  const open = openPostgres(postgres.url, createLog('silent'));
  await measure('PostgreSQL', open);
  await open.close();
  await postgres.stop();
}
