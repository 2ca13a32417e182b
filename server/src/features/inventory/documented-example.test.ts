import { historySchema } from '@mission-control/contract/inventory/history';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { importInventory } from './public.ts';
import { parseInventory } from './read-inventory.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/inventory.md', import.meta.url));
const page = readFileSync(PAGE, 'utf8');
const [, example = ''] = /```json\n([\s\S]+?)```/.exec(page) ?? [];

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
});
afterAll(() => t.close());

it('imports the example in docs/inventory.md verbatim', async () => {
  const inventory = parseInventory(example);
  await importInventory(t, inventory);
  const [tenant] = await t.db.select().from(tenants);
  expect(tenant).toMatchObject({
    name: 'Brimham Active',
    totalCentres: 7,
    createdAt: new Date('2019-04-02T09:30:00Z'),
    createdBy: 'Priya Shah',
  });
  expect(inventory.environments[1]?.services).toEqual(['insight']);
  expect(inventory.history?.monitors[0]?.outages).toHaveLength(1);
});

it.each(['inventory-three-tenants.yaml', 'inventory-region.yaml'])('accepts docs/examples/%s', (file) => {
  const text = readFileSync(fileURLToPath(new URL(`../../../../docs/examples/${file}`, import.meta.url)), 'utf8');
  expect(parseInventory(text).tenants.length).toBeGreaterThan(2);
});

it('covers every part of the history in the schema', () => {
  const { history } = JSON.parse(example) as { history: object };
  const parts = Object.keys(historySchema.shape);
  expect(Object.keys(history)).toEqual(parts);
  for (const part of parts) expect(page).toContain(`| \`${part}\` |`);
});
