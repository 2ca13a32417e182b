import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Board, BoardState } from '@mission-control/contract/config/drift';
import { TOPIC } from '@mission-control/contract/topics';
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { tenants } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { markAllRowsChanged } from '../../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { checkDrift } from '../drift/check-drift.ts';
import { compareServers } from '../drift/compare-servers.ts';
import { takeOverConfig } from '../drift/take-over.ts';
import { getConfigState, listRevisions } from '../get-config.ts';
import { compareRevisions } from '../history/compare-revisions.ts';
import { commitConfig } from '../publish/commit-config.ts';
import { addTenant, constant, createFleet, HOSTS, published, saveDiff } from '../testing/config-fleet.ts';
import { failingPort } from '../testing/failing-port.ts';
import { listBoard } from './board.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
beforeAll(() => void (amelia = t.as({ name: 'amelia', role: 'release-manager' })));

const KEYS = ['BRIDGE_TIMEOUT', 'DB_PASSWORD'] as const;
const VALUES = ['45', '60', '90'] as const;
const at = fc.nat(2);
const value = fc.constantFrom(...VALUES);
const host = fc.constantFrom(...HOSTS);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('save'), at, key: fc.constantFrom(...KEYS), value }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), at, key: fc.constantFrom(...KEYS) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit'), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail'), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit'), at, host, value }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose'), at, host }) },
  { weight: 5, arbitrary: fc.constant({ do: 'check' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take-over'), at, host }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const place = (id: number) => ({ params: { id, service: 'coursepro' as const } });
const fileOf = (id: number, name: string) => join(t.fleetDir, name, 'config', 'tenants', String(id), 'coursepro.php');

async function act(id: number, one: Step): Promise<void> {
  if ('key' in one) {
    const diff = 'value' in one ? { changed: [constant(one.key, one.value)] } : { removed: [one.key] };
    await saveDiff(amelia, id, diff);
  } else if (one.do === 'commit') await commitConfig(amelia, place(id));
  else if (one.do === 'fail') {
    const configPublishing = failingPort(t.ports.configPublishing, (what, name) =>
      what === 'activate' && name === 'eu-web-2' ? { error: 'The disk is full.' } : undefined,
    );
    await commitConfig({ ...amelia, ports: { ...t.ports, configPublishing } }, place(id));
  } else if ('host' in one && 'value' in one) {
    const before = published(t, id, 'coursepro.php', [one.host])[0] ?? null;
    if (before !== null) writeFileSync(fileOf(id, one.host), before.replaceAll(/45|60|90/g, one.value));
  } else if (one.do === 'lose' && 'host' in one) rmSync(fileOf(id, one.host), { force: true });
  else if (one.do === 'take-over' && 'host' in one) {
    const { revision } = await getConfigState(amelia, place(id));
    const body = { base_revision: revision, host: one.host, accept_losses: true };
    await takeOverConfig(amelia, { ...place(id), body });
  }
}

const boardOf = async (ctx: Ctx): Promise<Board> => JSON.parse((await listBoard(ctx)).json.toString()) as Board;

/** The board of a newly started process. */
const readAnew = (): Promise<Board> => {
  const db: Database = new Proxy(t.db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return boardOf({ ...t, db });
};

/** The state of a config according to its own page. */
async function stateFromPage(id: number, listed: boolean): Promise<BoardState> {
  const state = await getConfigState(amelia, place(id));
  const { servers } = await compareServers(amelia, place(id));
  const differ = servers.some(({ state: one }) => one !== 'same');
  if (state.committed_revision === null) return state.revision > 0 ? 'waiting' : 'nothing';
  if (state.committed_hash === null) return 'failing';
  if (listed && differ) return 'changed';
  return state.hash === state.committed_hash ? 'committed' : 'waiting';
}

let reached = { changed: 0, groups: 0, failing: 0 };

it('the board and its groups equal a full read after any changes here and on servers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const ids = [await addTenant(t), await addTenant(t), await addTenant(t)];
      for (const id of ids) {
        await act(id, { do: 'save', at: 0, key: 'BRIDGE_TIMEOUT', value: '45' });
        await act(id, { do: 'commit', at: 0 });
      }
      // These changes are external.
      await markAllRowsChanged(t.db, TOPIC.tenants);
      for (const one of steps) {
        if (one.do === 'check') {
          t.clock.advance(10 * 60_000);
          await checkDrift(t, new Set());
        } else
          await act(ids['at' in one ? one.at : 0] ?? 0, one).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
        expect(await boardOf(t)).toEqual(await readAnew());
      }
      const [first = 0] = ids;
      await act(first, { do: 'save', at: 0, key: 'BRIDGE_TIMEOUT', value: '60' });
      await act(first, { do: 'commit', at: 0 });
      await act(first, { do: 'edit', at: 0, host: 'eu-web-1', value: '90' });
      // Read every server, so that the board has their current state.
      t.clock.advance(10 * 60_000);
      await checkDrift(t, new Set());
      await expectPages(await boardOf(t), ids);
      await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(inArray(tenants.id, ids));
      await markAllRowsChanged(t.db, TOPIC.tenants);
    }),
    { numRuns: 12 },
  );
  expect(reached.changed).toBeGreaterThan(0);
  expect(reached.groups).toBeGreaterThan(0);
}, 200_000);

/** Checks that the board and the config pages of these tenants agree. */
async function expectPages(board: Board, ids: readonly number[]): Promise<void> {
  expect(JSON.stringify(board)).not.toMatch(/"DB_PASSWORD","before":"[^"]/);
  for (const id of ids) {
    const tenant = board.tenants.find(({ tenant_id }) => tenant_id === id);
    const { states, cells } = tenant ?? { states: {}, cells: [] };
    const isListed = states.coursepro !== 'failing';
    const expected = await stateFromPage(id, true);
    if (isListed || expected === 'failing') expect(states.coursepro).toBe(expected);
    const { changes_waiting: waiting, committed_revision: committed } = await getConfigState(amelia, place(id));
    const cell = cells.find(({ service }) => service === 'coursepro');
    if (committed !== null && cell?.waiting) expect(cell.waiting.changes).toBe(waiting);
    const own = board.groups.filter(({ service, tenants: of }) => service === 'coursepro' && of.includes(id));
    const saved = own.filter(({ side, what }) => side === 'waiting' && what === 'setting').map(({ key }) => key);
    if (committed !== null && cell?.waiting) {
      const { revisions } = await listRevisions(amelia, { ...place(id), query: {} });
      const to = revisions[0]?.number ?? 0;
      const { changes } = await compareRevisions(amelia, { ...place(id), query: { from: committed, to } });
      expect(new Set(saved)).toEqual(new Set(changes.map(({ key }) => key)));
    }
    if (states.coursepro === 'changed') {
      const { rows } = await compareServers(amelia, place(id));
      const there = rows.filter((row) =>
        row.servers.some(({ cell: found }) => found?.variant !== row.committed?.variant),
      );
      const keys = own.filter(({ side, what }) => side === 'servers' && what === 'setting').map(({ key }) => key);
      expect(new Set(keys)).toEqual(new Set(there.map(({ key }) => key)));
      reached = { ...reached, changed: reached.changed + 1, groups: reached.groups + keys.length };
    }
    if (states.coursepro === 'failing') reached = { ...reached, failing: reached.failing + 1 };
  }
}
