import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BulkAction } from '@mission-control/contract/bulk/schema';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { commitConfig, resumeDeadLeases } from '../config/public.ts';
import { addTenant, constant, createFleet, HOSTS, published, saveDiff } from '../config/testing/config-fleet.ts';
import { getBulk, listBulkRows } from './start-bulk.ts';
import { removeCrashed, startCrashing } from './testing/crashing.ts';
import { addOperator, settingsOf, start, stateOf, work } from './testing/bulk-fleet.ts';
import { resumeDeadBulk, sweepBulk } from './work-bulk.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
beforeAll(async () => void (amelia = await addOperator(t)));

const KEYS = ['BRIDGE', 'DB_PASSWORD'] as const;
const value = fc.constantFrom('1', '2', 'three');

/** A tenant's config: its settings, whether they are committed, and a further uncommitted change. */
const config = fc.record({
  settings: fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 3, noNullPrototype: true }),
  committed: fc.boolean(),
  waiting: fc.option(value, { nil: undefined }),
});
type Config = typeof config extends fc.Arbitrary<infer One> ? One : never;

const action: fc.Arbitrary<Extract<BulkAction, { kind: 'setting' }>> = fc.record({
  kind: fc.constant('setting' as const),
  config: fc.constant('coursepro' as const),
  change: fc.constantFrom('set', 'add', 'remove'),
  key: fc.constantFrom(...KEYS),
  value,
  commit: fc.boolean(),
});

const kill = fc.record({ step: fc.integer({ min: 1, max: 14 }), dies: fc.constantFrom('before', 'after') });
type Kill = typeof kill extends fc.Arbitrary<infer One> ? One : never;
const kills = fc.array(kill, { minLength: 1, maxLength: 4 });

/** A case that can be undone, in addition to random ones. */
const canBeUndone: [Config[], BulkSetting, Kill[], Kill[]] = [
  [
    { settings: { BRIDGE: '1' }, committed: true, waiting: undefined },
    { settings: {}, committed: false, waiting: undefined },
  ],
  { kind: 'setting', config: 'coursepro', change: 'set', key: 'BRIDGE', value: '2', commit: false },
  [{ step: 3, dies: 'after' }],
  [{ step: 3, dies: 'before' }],
];

const place = (id: number) => ({ params: { id, service: 'coursepro' as const } });

async function createTenant({ settings, committed, waiting }: Config): Promise<number> {
  const id = await addTenant(t);
  const added = Object.entries(settings).map(([key, text]) => constant(key, text));
  if (added.length > 0) {
    await saveDiff(amelia, id, { added });
    if (committed) await commitConfig(amelia, place(id));
  }
  if (waiting !== undefined) await saveDiff(amelia, id, { changed: [constant('WAITS', waiting)] });
  return id;
}

/** The result of making the same change on the page of each tenant. */
async function editSingly(id: number, { settings }: Config, { change, key, value: text, commit }: BulkSetting) {
  const now = settings[key];
  const does = change === 'add' ? now === undefined : now !== undefined && (change === 'remove' || now !== text);
  if (!does) return;
  const diff =
    change === 'remove' ? { removed: [key] } : { [change === 'add' ? 'added' : 'changed']: [constant(key, text)] };
  await saveDiff(amelia, id, diff);
  if (commit) await commitConfig(amelia, place(id));
}
type BulkSetting = Extract<BulkAction, { kind: 'setting' }>;

/** A tenant's settings and files, without its id. */
const seen = async (id: number) => [
  await settingsOf(t, id),
  published(t, id).map((file) => file?.replaceAll(String(id), 'ID') ?? null),
];
const all = (ids: readonly number[]) => Promise.all(ids.map(seen));

/** Runs processes on the bulk change, each until it dies; the last one survives. Returns how many died. */
async function workWithKills(id: number, deaths: readonly { step: number; dies: 'before' | 'after' }[]) {
  let died = 0;
  for (const { step, dies } of [...deaths, { step: 0, dies: 'before' as const }]) {
    const crashing = await startCrashing(t, step, dies);
    for (let round = 0; round < 20 && !crashing.hasDied() && (await stateOf(amelia, id)) !== 'done'; round += 1)
      await sweepBulk(crashing.ctx);
    died += crashing.hasDied() ? 1 : 0;
    await removeCrashed(t, crashing);
    await resumeDeadLeases(t);
    await resumeDeadBulk(t);
  }
  return died;
}

it('a bulk change with kills at any step equals the single edits, and its undo with kills restores the same files', async () => {
  let deaths = 0;
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(config, { minLength: 2, maxLength: 4 }),
      action,
      kills,
      kills,
      async (configs, wanted, first, second) => {
        const [ids, singles] = [[] as number[], [] as number[]];
        for (const one of configs) {
          ids.push(await createTenant(one));
          singles.push(await createTenant(one));
        }
        const before = await all(ids);
        for (const [at, id] of singles.entries()) await editSingly(id, configs[at] as Config, wanted);
        const singly = await all(singles);
        const changes = JSON.stringify(before) !== JSON.stringify(singly);
        fc.pre(changes);
        const id = await start(amelia, wanted, ids);
        deaths += await workWithKills(id, first);
        const { rows } = await listBulkRows(amelia, id);
        expect(rows.map(({ state, reason }) => [state, reason])).toEqual(rows.map(() => ['done', null]));
        expect(await all(ids)).toEqual(singly);
        expect((await getBulk(amelia, id)).bulk.state).toBe('done');

        // If nothing was committed before, there is no file to restore.
        const undoable = rows.filter(({ tenant_id }) => {
          const one = configs[ids.indexOf(tenant_id)];
          return !wanted.commit || (one?.committed === true && Object.keys(one.settings).length > 0);
        });
        const canUndo = undoable.length === rows.length;
        if (canUndo) {
          reached += 1;
          const undo = await start(amelia, { kind: 'undo', of: id });
          deaths += await workWithKills(undo, second);
          expect(await stateOf(amelia, undo)).toBe('done');
          expect(await all(ids)).toEqual(before);
        }
      },
    ),
    { numRuns: 8, examples: [canBeUndone] },
  );
  expect(reached).toBeGreaterThan(0);
  expect(deaths).toBeGreaterThan(0);
}, 200_000);

/** A committed config with uncommitted changes and a change made on a server. */
const edited = fc.record({
  there: value,
  hosts: fc.subarray(HOSTS, { minLength: 1 }),
  waiting: fc.option(value, { nil: undefined }),
  valid: fc.boolean(),
});
type Edited = typeof edited extends fc.Arbitrary<infer One> ? One : never;

async function createEdited({ there, hosts, waiting, valid }: Edited): Promise<number> {
  const id = await addTenant(t);
  const added = [constant('BRIDGE_TIMEOUT', '45'), constant('DB_PASSWORD', 'canary-one', 1)];
  await saveDiff(amelia, id, { added });
  await commitConfig(amelia, place(id));
  if (waiting !== undefined) await saveDiff(amelia, id, { changed: [constant('WAITS', waiting)] });
  if (!valid) await saveDiff(amelia, id, { added: [constant('ENABLED', 'maybe', 1)] });
  for (const host of hosts) {
    const file = join(t.fleetDir, host, 'config', 'tenants', String(id), 'coursepro.php');
    writeFileSync(file, readFileSync(file, 'utf8').replace('45', there));
  }
  return id;
}

it('take-overs with kills equal those without, and their undo restores what was saved; validations change nothing', async () => {
  let deaths = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(edited, { minLength: 2, maxLength: 3 }),
      kills,
      kills,
      kills,
      async (configs, first, second, third) => {
        const [ids, twins] = [[] as number[], [] as number[]];
        for (const one of configs) {
          ids.push(await createEdited(one));
          twins.push(await createEdited(one));
        }
        const before = await all(ids);
        const validation = await start(amelia, { kind: 'validate', config: 'coursepro' }, ids);
        deaths += await workWithKills(validation, first);
        const verdicts = (await listBulkRows(amelia, validation)).rows;
        const validOf = ({ tenant_id: id }: { tenant_id: number }) => configs[ids.indexOf(id)]?.valid;
        expect(verdicts.map(({ state }) => state)).toEqual(verdicts.map((row) => (validOf(row) ? 'done' : 'failed')));
        expect(await all(ids)).toEqual(before);

        const takeOver = { kind: 'take-over', config: 'coursepro', accept_losses: false } as const;
        await start(amelia, takeOver, twins);
        await work(t);
        const id = await start(amelia, takeOver, ids);
        deaths += await workWithKills(id, second);
        const { rows } = await listBulkRows(amelia, id);
        expect(rows.map(({ state, reason }) => [state, reason])).toEqual(rows.map(() => ['done', null]));
        expect(await all(ids)).toEqual(await all(twins));
        expect(await all(ids)).not.toEqual(before);

        const undo = await start(amelia, { kind: 'undo', of: id });
        deaths += await workWithKills(undo, third);
        expect(await stateOf(amelia, undo)).toBe('done');
        expect(await all(ids)).toEqual(before);
      },
    ),
    { numRuns: 6 },
  );
  expect(deaths).toBeGreaterThan(0);
}, 200_000);
