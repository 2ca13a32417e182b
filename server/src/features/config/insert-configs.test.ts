import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { tenantServices } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configStates } from './file/hashes.ts';
import { getConfig, getConfigState, listRevisions } from './get-config.ts';
import { readConfigStates } from './history/queries-states.ts';
import { insertConfigs, type ImportedConfig } from './insert-configs.ts';
import { commitConfig } from './publish/commit-config.ts';
import { listKeys } from './queries.ts';
import { configItems } from './tables.ts';
import { addTenant, constant, createFleet, saveDiff } from './testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeEach(async () => {
  id = await addTenant(t);
});

const item = (key: string, value: string) => ({ key, value, type: 1, state: 1, valueTemplate: null }) as const;
const bring = async (config: Partial<ImportedConfig>) => {
  const keys = new Map([['coursepro', await listKeys(t.db, 'coursepro')]] as const);
  const at = new Date('2026-01-02T03:04:05.000Z');
  const whole: ImportedConfig = {
    tenantId: id,
    kind: 'coursepro',
    items: [],
    at,
    by: 'carol',
    committed: false,
    unpublished: [],
    ...config,
  };
  await t.db.transaction((db) => insertConfigs(db, t.secrets, keys, [whole]));
};

describe('an imported config', () => {
  it('equals a saved one: same hash, encrypted secrets, author and time', async () => {
    await bring({ items: [item('DB_PASSWORD', "it's"), item('A', '1')] });
    const [row] = await t.db.select().from(configItems).where(eq(configItems.key, 'DB_PASSWORD'));
    expect(row?.value).toMatch(/^v1\./);
    expect(await getConfig(t, { params: { id, service: 'coursepro' } })).toMatchObject([
      { key: 'A', value: '1', masked: false, db_only: true },
      { key: 'DB_PASSWORD', value: '', masked: true },
    ]);
    const imported = await getConfigState(t, { params: { id, service: 'coursepro' } });
    expect(imported).toMatchObject({
      revision: 1,
      saved_by: 'carol',
      saved_at: '2026-01-02T03:04:05.000Z',
      committed_hash: null,
      changes_waiting: 2,
    });
    const other = await addTenant(t);
    await saveDiff(t, other, { added: [constant('A', '1', 1), constant('DB_PASSWORD', "it's", 1)] });
    expect((await getConfigState(t, { params: { id: other, service: 'coursepro' } })).hash).toBe(imported.hash);
    expect(await commitConfig(t, { params: { id, service: 'coursepro' } })).toMatchObject({ hash: imported.hash });
  });

  it('lists the changes since it was published', async () => {
    const unpublished = [
      { key: 'A', before: item('A', 'old') },
      { key: 'GONE', before: item('GONE', 'x') },
      { key: 'NEW', before: null },
    ];
    await bring({ items: [item('A', 'new'), item('NEW', 'x')], committed: true, unpublished });
    expect(await getConfigState(t, { params: { id, service: 'coursepro' } })).toMatchObject({
      revision: 2,
      committed_revision: 1,
      changes_waiting: 3,
    });
    expect((await getConfig(t, { params: { id, service: 'coursepro' } })).map((one) => [one.key, one.db_only])).toEqual(
      [
        ['A', false],
        ['NEW', true],
      ],
    );
    const { revisions } = await listRevisions(t, { params: { id, service: 'coursepro' }, query: {} });
    expect(revisions.map((revision) => [revision.number, revision.committed, revision.changes.length])).toEqual([
      [2, false, 3],
      [1, true, 0],
    ]);
    const older = await addTenant(t);
    await saveDiff(t, older, { added: [constant('A', 'old', 1), constant('GONE', 'x', 1)] });
    expect((await getConfigState(t, { params: { id, service: 'coursepro' } })).committed_hash).toBe(
      (await getConfigState(t, { params: { id: older, service: 'coursepro' } })).hash,
    );
  });
});

describe('the hashes of a tenant', () => {
  const of = (pairs: Record<string, [string | null, string | null]>) =>
    configStates(
      new Map(Object.entries(pairs).map(([kind, [stored, current]]) => [kind, { stored, current }])) as Parameters<
        typeof configStates
      >[0],
    );

  it('are at the index of their kind, null on both sides without a config [TEN-77]', () => {
    expect(of({ coursepro: ['a', 'b'], licence: [null, 'c'] })).toEqual({
      config_hashes: { 1: 'a', 2: null, 3: null, 4: null, 5: null },
      current_hashes: { 1: 'b', 2: null, 3: null, 4: 'c', 5: null },
      service_hashes: {},
    });
  });

  it('combine the kinds that share index 5; a single kind keeps its own hash (C-029)', () => {
    const one = of({ strive: ['s', 's'], insight: [null, null] });
    expect([one.config_hashes[5], one.current_hashes[5]]).toEqual(['s', 's']);
    const two = of({ strive: ['s', 's'], insight: ['i', 'j'] });
    expect(two.config_hashes[5]).not.toBe(two.current_hashes[5]);
    expect(two.service_hashes).toEqual({
      strive: { stored: 's', current: 's' },
      insight: { stored: 'i', current: 'j' },
    });
    const same = of({ insight: ['i', 'i'], strive: ['s', 's'], commsportal: ['c', 'c'] });
    expect(same.config_hashes[5]).toBe(same.current_hashes[5]);
    const never = of({ strive: [null, 's'], insight: [null, 'i'] });
    expect([never.config_hashes[5], never.current_hashes[5]]).toEqual([null, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('exclude configs of a service that the tenant no longer has', async () => {
    await saveDiff(t, id, { added: [constant('A', '1')] }, 'licence');
    await saveDiff(t, id, { added: [constant('A', '1')] }, 'insight');
    expect((await readConfigStates(t, id)).current_hashes[4]).not.toBeNull();
    await t.db.delete(tenantServices).where(eq(tenantServices.service, 'coursepro'));
    const states = await readConfigStates(t, id);
    expect(states.current_hashes[4]).toBeNull();
    expect(states.current_hashes[5]).not.toBeNull();
  });
});
