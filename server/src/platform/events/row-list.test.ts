import { ROW_TOPIC, TOPIC } from '@mission-control/contract/topics';
import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { inUnauditedTransaction } from '../database/transaction.ts';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { createRowList } from './row-list.ts';

const t = setUpTestCtx();

const IDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A list of rows that the test changes. `meanwhile` runs once, between the reading of the version and of the rows. */
function createList() {
  const texts = new Map(IDS.map((id) => [id, 'old']));
  const hooks: { meanwhile?: (() => Promise<void>) | undefined } = {};
  const list = createRowList({
    topic: TOPIC.tenants,
    key: 'rows',
    isFollowed: true,
    compareNames: () => 0,
    async load(_db, ids) {
      const { meanwhile } = hooks;
      hooks.meanwhile = undefined;
      await meanwhile?.();
      return (ids ?? IDS).map((id) => ({ id, name: '', json: JSON.stringify({ id, text: texts.get(id) }) }));
    },
  });
  const change = (id: number, text: string): Promise<void> =>
    inUnauditedTransaction(t, async ({ changed }) => {
      await Promise.resolve(texts.set(id, text));
      changed(TOPIC.tenants, ROW_TOPIC.tenant(id));
    });
  return { list, change, hooks };
}

interface Answer {
  rows: { id: number; text: string }[];
  gone?: number[];
  version: string;
}
const parsed = ({ json }: { json: Buffer }): Answer => JSON.parse(json.toString()) as Answer;

const anotherProcess = (): Database => Object.create(t.db) as Database;

it.each(['first', 'later'])('names a row that changed while its %s read was under way', async (read) => {
  const { list, change, hooks } = createList();
  const [one, other] = [anotherProcess(), anotherProcess()];
  if (read === 'later') await list.read(one);
  await change(1, 'seen');
  const seen = parsed(await list.read(other));
  hooks.meanwhile = () => change(1, 'newest');
  await list.read(one);
  const answer = parsed(await list.readSince(one, seen.version));
  expect(answer).toMatchObject({ rows: [{ id: 1, text: 'newest' }], gone: [] });
  expect(parsed(await list.readSince(one, answer.version))).toMatchObject({ rows: [], gone: [] });
});

it('keeps the answers of the newest requested versions only', async () => {
  const { list, change } = createList();
  const { version } = parsed(await list.read(t.db));
  for (let round = 1; round <= 40; round += 1) await change(1, `round ${round}`);
  const read = (after: number) => list.readSince(t.db, String(Number(version) + after));
  const [first, second] = [await read(0), await read(1)];
  expect(await read(0)).toBe(first);
  for (let after = 2; after <= 32; after += 1) await read(after);
  expect(await read(1)).toBe(second);
  expect(await read(0)).not.toBe(first);
  expect(parsed(await read(0))).toEqual(parsed(first));
});
