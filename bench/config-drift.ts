// Reads back the published configs of 10,000 tenants until each was checked: duration of a run, and of a full round.
// Run: node bench/config-drift.ts [tenants]
import { configs } from '@mission-control/server/features/config/tables';
import { createFleet, HOSTS } from '@mission-control/server/features/config/testing/config-fleet';
import { createTestCtx } from '@mission-control/server/platform/testing/test-ctx';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDrift } from '../server/src/features/config/drift/check-drift.ts';
import { hashOf } from '../server/src/features/config/file/render-config.ts';
import { tenantServices, tenants } from '../server/src/fleet/tables.ts';
import { report, reportAtMost } from './measure/figures.ts';

const TENANTS = Number(process.argv[2] ?? 10_000);
const KINDS = [
  { kind: 'coursepro', file: 'coursepro.php', hosts: HOSTS },
  { kind: 'licence', file: 'licence.json', hosts: HOSTS },
  { kind: 'insight', file: 'insight.env', hosts: HOSTS.slice(0, 2) },
] as const;
const CONTENT = `${'SETTING="a value of some length"\n'.repeat(60)}`;
const PLACES = KINDS.flatMap(({ file, hosts }) => hosts.map((host) => ({ file, host })));
/** One in this many tenants has a manually changed file. */
const CHANGED_EVERY = 500;

const t = await createTestCtx();

function writeFiles(id: number): void {
  for (const host of HOSTS) mkdirSync(join(t.fleetDir, host, 'config', 'tenants', String(id)), { recursive: true });
  for (const { file, host } of PLACES) {
    const changed = id % CHANGED_EVERY === 0 && file === 'licence.json' && host === HOSTS[0];
    writeFileSync(join(t.fleetDir, host, 'config', 'tenants', String(id), file), changed ? 'changed' : CONTENT);
  }
}

try {
  await createFleet(t);
  const at = t.clock.now();
  const ids = Array.from({ length: TENANTS }, (_, index) => index + 1);
  for (let from = 0; from < TENANTS; from += 1000) {
    const part = ids.slice(from, from + 1000);
    const tenant = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'bench' };
    await t.db.insert(tenants).values(part.map((id) => ({ ...tenant, id, name: `Tenant ${id}`, nameKey: `t${id}` })));
    await t.db.insert(tenantServices).values(
      part.flatMap((id) => [
        { tenantId: id, service: 'coursepro' as const, webEnvironmentId: 1, workerEnvironmentId: 2 },
        { tenantId: id, service: 'insight' as const, webEnvironmentId: 1 },
      ]),
    );
    const committed = { revision: 1, committedRevision: 1, hash: hashOf(CONTENT), committedHash: hashOf(CONTENT) };
    await t.db
      .insert(configs)
      .values(part.flatMap((id) => KINDS.map(({ kind }) => ({ ...committed, tenantId: id, kind, committedAt: at }))));
    for (const id of part) writeFiles(id);
  }
  const silent = new Set<string>();
  const runs: number[] = [];
  let [checked, news] = [0, 0];
  for (;;) {
    const begun = performance.now();
    const run = await checkDrift(t, silent);
    if (run.checked === 0) break;
    runs.push(performance.now() - begun);
    checked += run.checked;
    news += run.news;
    t.clock.advance(1);
  }
  const longest = Math.max(...runs);
  console.log(`${runs.length} runs, one a minute: every config has its turn within ${runs.length} minutes`);
  reportAtMost('longest run', longest / 1000, 30, 's of its minute');
  report(
    `${checked} configs of ${TENANTS} tenants checked on ${HOSTS.length} servers, ${news} manual changes found`,
    checked === TENANTS * KINDS.length && news === Math.floor(TENANTS / CHANGED_EVERY),
  );
} finally {
  await t.close();
}
