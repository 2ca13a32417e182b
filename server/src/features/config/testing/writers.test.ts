import { beforeEach, expect, it } from 'vitest';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { addTenant, constant, createFleet, saveDiff, type Diff } from './config-fleet.ts';
import { actingAs, faultsOf, type Acknowledged } from './writers.ts';

const t = setUpTestCtx(createFleet);

let tenantId: number;
beforeEach(async () => {
  tenantId = await addTenant(t);
  await write('first', { added: [constant('KEY', 'a')] });
  await write('second', { base_revision: 1, changed: [constant('KEY', 'b')] });
});

async function write(writer: string, body: Diff): Promise<number> {
  return (await saveDiff(actingAs(t.as({ role: 'operator' }), writer), tenantId, body)).revision;
}

const faults = (...acknowledged: Acknowledged[]) => faultsOf(t, { tenantId }, acknowledged);

it('accepts removing a setting that was changed by somebody else and then removed by a third', async () => {
  const removed = await write('third', { base_revision: 2, removed: ['KEY'] });
  // Based on revision 1, where KEY is 'a'.
  const acknowledged = await write('fourth', { base_revision: 1, removed: ['KEY'] });
  expect(acknowledged).toBe(removed);
  const wanted = new Map([['KEY', null]]);
  expect(
    await faults(
      { writer: 'third', base: 2, revision: removed, wanted },
      { writer: 'fourth', base: 1, revision: acknowledged, wanted },
    ),
  ).toEqual([]);
});

it('reports an acknowledged change that is lost', async () => {
  const lost = { writer: 'second', base: 1, revision: 2, wanted: new Map([['OTHER', 'x']]) };
  expect(await faults(lost)).toEqual(['second was told that OTHER is x in revision 2; it is not there.']);
});

it('reports a silent overwrite', async () => {
  // Without a base revision there is no clash.
  const revision = await write('third', { changed: [constant('KEY', 'c')] });
  expect(await faults({ writer: 'third', base: 1, revision, wanted: new Map([['KEY', 'c']]) })).toEqual([
    'third changed KEY over revision 2 without having seen it.',
  ]);
});
