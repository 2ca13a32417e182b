// The time to read the drift board of 10,000 tenants with 7 configs each: from scratch, after a change of one tenant, and unchanged.
// Run: node bench/drift-board.ts [tenants]   (needs the Debian package postgresql)
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { createFleet, diffOf, HOSTS } from '@mission-control/server/features/config/testing/config-fleet';
import { createTestCtx } from '@mission-control/server/platform/testing/test-ctx';
import { gunzipSync } from 'node:zlib';
import { listBoard } from '../server/src/features/config/board/board.ts';
import { saveConfig } from '../server/src/features/config/save-config.ts';
import {
  configChanges,
  configDrifts,
  configRevisions,
  configs,
  type StoredItem,
} from '../server/src/features/config/tables.ts';
import { markAllRowsChanged } from '../server/src/platform/events/topic-versions.ts';
import { TOPIC } from '@mission-control/contract/topics';
import { tenantServices, tenants } from '../server/src/fleet/tables.ts';
import { reportAtMost } from './measure/figures.ts';
import { startInstalledPostgres } from './measure/postgres.ts';

const TENANTS = Number(process.argv[2] ?? 10_000);
const KINDS = CONFIG_KINDS.slice(0, 7);
/** One config in `WAITS_EVERY` has changes waiting for a commit; one in `DIFFERS_EVERY` has servers that differ. */
const WAITS_EVERY = 10;
const DIFFERS_EVERY = 50;
const MAX_MS = { anew: 500, changed: 100, unchanged: 20 };
const ROUNDS = 9;

const postgres = await startInstalledPostgres();
process.env['TEST_DATABASE_URL'] = postgres.url;
const t = await createTestCtx();
const at = t.clock.now();
const item = (value: string): StoredItem => ({ value, secret: false, type: 2, state: 1, valueTemplate: null });

async function fill(ids: readonly number[]): Promise<void> {
  const tenant = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'bench' };
  await t.db.insert(tenants).values(ids.map((id) => ({ ...tenant, id, name: `Tenant ${id}`, nameKey: `t${id}` })));
  const services = [...new Set(KINDS.map(({ service }) => service))];
  await t.db
    .insert(tenantServices)
    .values(
      ids.flatMap((tenantId) =>
        services.map((service) => ({ tenantId, service: service as 'coursepro', webEnvironmentId: 1 })),
      ),
    );
  const all = ids.flatMap((tenantId) =>
    KINDS.map(({ slug: kind }, index) => ({ tenantId, kind, n: tenantId * 7 + index })),
  );
  const waits = ({ n }: { n: number }) => n % WAITS_EVERY === 0;
  const facts = {
    committedRevision: 1,
    committedHash: 'a',
    committedAt: at,
    committedBy: 'bench',
    savedAt: at,
    savedBy: 'bench',
  };
  await t.db.insert(configs).values(
    all.map(({ tenantId, kind, n }) => ({
      ...facts,
      tenantId,
      kind,
      revision: waits({ n }) ? 2 : 1,
      hash: waits({ n }) ? 'b' : 'a',
    })),
  );
  const waiting = all.filter(waits);
  await t.db
    .insert(configRevisions)
    .values(waiting.map(({ tenantId, kind }) => ({ tenantId, kind, number: 2, author: 'bench', at, hash: 'b' })));
  await t.db.insert(configChanges).values(
    waiting.flatMap(({ tenantId, kind, n }) =>
      ['BRIDGE_TIMEOUT', `KEY_${n % 20}`].map((key) => ({
        tenantId,
        kind,
        revision: 2,
        key,
        before: item('45'),
        after: item(String(n % 3)),
      })),
    ),
  );
  const differing = all.filter(({ n }) => n % DIFFERS_EVERY === 1);
  await t.db.insert(configDrifts).values(
    differing.map(({ tenantId, kind, n }) => ({
      tenantId,
      kind,
      host: HOSTS[0] ?? '',
      hash: 'c',
      foundAt: at,
      differences: [{ key: 'BRIDGE_TIMEOUT', before: '45', after: String(n % 5), masked: false }],
    })),
  );
}

/** The best of the rounds: other load on the machine only adds time. */
async function timed(before: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await before();
    const begun = performance.now();
    await (await listBoard(t)).gzip();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

try {
  await createFleet(t);
  for (let from = 1; from <= TENANTS; from += 500)
    await fill(Array.from({ length: Math.min(500, TENANTS - from + 1) }, (_, index) => from + index));
  const anew = await timed(() => markAllRowsChanged(t.db, TOPIC.tenants));
  let round = 0;
  const operator = t.as({ role: 'operator' });
  const changed = await timed(() => {
    round += 1;
    const body = diffOf({ changed: [{ key: 'BRIDGE_TIMEOUT', value: `x${round}`, type: 2 }] });
    return saveConfig(operator, { params: { id: round * 10, service: 'coursepro' }, body });
  });
  const same = await timed(() => Promise.resolve());
  const answer = await listBoard(t);
  const packed = await answer.gzip();
  const { totals, groups } = JSON.parse(gunzipSync(packed).toString()) as { totals: object; groups: unknown[] };
  console.log(`${TENANTS} tenants with ${KINDS.length} configs: ${JSON.stringify(totals)}, ${groups.length} groups`);
  console.log(`${(answer.json.length / 1e6).toFixed(1)} MB, ${(packed.length / 1e3).toFixed(0)} KB compressed`);
  reportAtMost('read anew', anew, MAX_MS.anew, 'ms');
  reportAtMost('after a change of one tenant', changed, MAX_MS.changed, 'ms');
  reportAtMost('unchanged', same, MAX_MS.unchanged, 'ms');
} finally {
  await t.close();
  await postgres.stop();
}
