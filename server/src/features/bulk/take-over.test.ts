import { rmSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { checkDrift, commitConfig, configs, listBoard } from '../config/public.ts';
import { addTenant, constant, createFleet, HOSTS, published, saveDiff } from '../config/testing/config-fleet.ts';
import { previewBulk } from './preview-bulk.ts';
import { listBulkRows, startBulk } from './start-bulk.ts';
import { addOperator, outcomes, settingsOf, start, startChosen, stateOf, work } from './testing/bulk-fleet.ts';
import { bulkStages } from '@mission-control/contract/bulk/schema';
import type { Board } from '@mission-control/contract/config/drift';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let ids: number[];
beforeAll(async () => void (amelia = await addOperator(t)));
beforeEach(async () => {
  ids = [await addTenant(t), await addTenant(t), await addTenant(t)];
  for (const id of ids) {
    const added = [constant('BRIDGE_TIMEOUT', '45'), constant('DB_PASSWORD', 'canary-one', 1)];
    await saveDiff(amelia, id, { added });
    await commitConfig(amelia, place(id));
  }
});

const place = (id: number) => ({ params: { id, service: 'coursepro' as const } });
const fileOf = (id: number, host: string) => join(t.fleetDir, host, 'config', 'tenants', String(id), 'coursepro.php');
const edit = (id: number, host: string, change: (text: string) => string): void =>
  writeFileSync(fileOf(id, host), change(readFileSync(fileOf(id, host), 'utf8')));
const raise = (text: string): string => text.replace('45', '60');
const committedOf = async (id: number) => {
  const [row] = await t.db.select().from(configs).where(eq(configs.tenantId, id));
  if (!row) return null;
  const { revision: _revision, savedAt: _at, savedBy: _by, checkedAt: _checked, allRead: _read, ...facts } = row;
  return facts;
};
const board = async (): Promise<Board> => JSON.parse((await listBoard(t)).json.toString()) as Board;
const own = async () => {
  const { tenants, groups } = await board();
  const states = tenants.filter(({ tenant_id }) => ids.includes(tenant_id)).map(({ states: of }) => of.coursepro);
  return { states, groups: groups.filter(({ tenants: of }) => of.some((id) => ids.includes(id))) };
};
const takeOver = { kind: 'take-over', config: 'coursepro', accept_losses: false } as const;

describe('taking over the files of servers', () => {
  it('starts from a group of the drift board, and an undo restores everything', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    for (const id of [first, second]) for (const host of HOSTS) edit(id, host, raise);
    t.clock.advance(10 * 60_000);
    await checkDrift(t, new Set());
    const changed = await own();
    expect(changed.states).toEqual(['changed', 'changed', 'committed']);
    const group = { key: 'BRIDGE_TIMEOUT', before: '45', after: '60', side: 'servers', tenants: [first, second] };
    expect(changed.groups).toMatchObject([group]);

    const { rows } = await previewBulk(amelia, { action: takeOver, tenants: ids });
    expect(rows.map(({ check, before, after, note }) => [check, before, after, note])).toEqual([
      ['change', 'r1', 'eu-web-1', '1 setting changes.'],
      ['change', 'r1', 'eu-web-1', '1 setting changes.'],
      ['unchanged', 'r1', 'r1', 'Every server has the committed file.'],
    ]);
    const files = published(t, first);
    const before = [await settingsOf(t, first), await committedOf(first)];
    const id = await start(amelia, takeOver, ids);
    await work(t);
    expect(await outcomes(amelia, id)).toEqual({ [first]: 'done', [second]: 'done' });
    expect((await own()).states).toEqual(['committed', 'committed', 'committed']);
    expect(await settingsOf(t, second)).toContain('coursepro.BRIDGE_TIMEOUT=60');
    expect(published(t, first)).toEqual(files);

    const undo = await start(amelia, { kind: 'undo', of: id });
    await work(t);
    expect(await outcomes(amelia, undo)).toEqual({ [first]: 'done', [second]: 'done' });
    expect([await settingsOf(t, first), await committedOf(first)]).toEqual(before);
    expect(published(t, first)).toEqual(files);
    expect(await own()).toEqual(changed);
    const again = await start(amelia, { kind: 'undo', of: undo });
    await work(t);
    expect(await stateOf(amelia, again)).toBe('done');
    expect(await settingsOf(t, first)).toContain('coursepro.BRIDGE_TIMEOUT=60');
    expect((await own()).states).toEqual(['committed', 'committed', 'committed']);
    expect(third).toBeGreaterThan(0);
  });

  it('omits configs without a single file, those that a commit would change, and those changed since the preview', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    edit(first, 'eu-web-1', raise);
    edit(first, 'eu-web-2', (text) => text.replace('45', '90'));
    for (const host of HOSTS) edit(second, host, (text) => `${text}\necho 1;\n`);
    for (const host of HOSTS) rmSync(fileOf(third, host));
    const { rows } = await previewBulk(amelia, { action: takeOver, tenants: ids });
    expect(rows.map(({ check }) => check)).toEqual(['refused', 'conflict', 'refused']);
    expect(rows[0]?.note).toBe('The servers hold different files: eu-web-1, eu-web-2. Choose one on the drift board.');
    expect(rows[1]?.note).toMatch(/^A commit leaves out text that is not a setting: line/);
    expect(rows[2]?.note).toBe('No server has a file.');
    const accepting = { ...takeOver, accept_losses: true };
    const plan = await previewBulk(amelia, { action: accepting, tenants: [second] });
    expect(plan.rows[0]?.check).toBe('change');
    for (const host of HOSTS) edit(second, host, raise);
    const chosen = plan.rows.map(({ tenant_id, seen }) => ({ id: tenant_id, seen }));
    const id = await startChosen(amelia, accepting, chosen);
    await work(t);
    expect((await outcomes(amelia, id))[second]).toBe(
      'failed: The file or the saved config was changed since the preview.',
    );
  });

  it('states which saved changes it replaces, and restores them', async () => {
    const [first = 0] = ids;
    await saveDiff(amelia, first, { changed: [constant('BRIDGE_TIMEOUT', '50')] });
    edit(first, 'eu-web-2', raise);
    const before = [await settingsOf(t, first), await committedOf(first)];
    const { rows } = await previewBulk(amelia, { action: takeOver, tenants: [first] });
    expect(rows[0]?.note).toBe('1 setting changes. It replaces 1 setting saved by amelia.hart.');
    const id = await start(amelia, takeOver, [first]);
    await work(t);
    expect((await own()).states[0]).toBe('changed');
    await start(amelia, { kind: 'undo', of: id });
    await work(t);
    expect([await settingsOf(t, first), await committedOf(first)]).toEqual(before);

    const again = await start(amelia, takeOver, [first]);
    await work(t);
    await saveDiff(amelia, first, { changed: [constant('X', '1')] });
    const refused = await previewBulk(amelia, { action: { kind: 'undo', of: again } });
    expect(refused.rows[0]).toMatchObject({ check: 'conflict', note: 'amelia.hart saved revision 6 since.' });
  });

  it('cannot be undone once somebody has committed it', async () => {
    const [first = 0] = ids;
    for (const host of HOSTS) edit(first, host, (text) => `${text}\necho 1;\n`);
    const id = await start(amelia, { ...takeOver, accept_losses: true }, [first]);
    await work(t);
    const preview = async () => (await previewBulk(amelia, { action: { kind: 'undo', of: id } })).rows[0];
    expect(await preview()).toMatchObject({ check: 'change' });
    await commitConfig(t.as({ name: 'tom.okafor' }), place(first));
    expect(await preview()).toMatchObject({ check: 'conflict', note: 'tom.okafor committed it since.' });
  });

  it('requires the release manager role for code', async () => {
    const [first = 0] = ids;
    for (const host of HOSTS) edit(first, host, (text) => `${text}define('WHEN', time());\n`);
    const { rows } = await previewBulk(amelia, { action: takeOver, tenants: [first] });
    expect(rows[0]).toMatchObject({
      check: 'refused',
      note: 'Changing a Code Block needs the role release manager.',
    });
  });
});

it('validates each tenant, reports the findings as the outcome, and changes nothing', async () => {
  const [first = 0, second = 0] = ids;
  await saveDiff(amelia, second, { added: [constant('ENABLED', 'maybe', 1)] });
  const before = [await committedOf(first), await committedOf(second)];
  const action = { kind: 'validate', config: 'coursepro' } as const;
  const { rows } = await previewBulk(amelia, { action, tenants: [first, second] });
  expect(rows.map(({ check, after, servers }) => [check, after, servers])).toEqual([
    ['change', 'valid', []],
    ['change', 'not valid', []],
  ]);
  const tenants = [first, second].map((id) => ({ id }));
  const body = { key: t.random.uuid(), action, tenants, stages: bulkStages.parse({}) };
  const { id } = (await startBulk(amelia, { body })).bulk;
  await work(t);
  const found = (await listBulkRows(amelia, id)).rows;
  expect(found.map(({ state }) => state)).toEqual(['done', 'failed']);
  expect(found[1]?.reason).toMatch(/ENABLED/);
  expect([await committedOf(first), await committedOf(second)]).toEqual(before);
  await expect(previewBulk(amelia, { action: { kind: 'undo', of: id } })).rejects.toThrow(
    'Choose at least one tenant.',
  );
});
