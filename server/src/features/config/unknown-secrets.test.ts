import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rows } from '../../platform/database/database.ts';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import type { Ctx } from '../../platform/context.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { commit } from './commit-config.ts';
import { getConfigItems, getState } from './get-config.ts';
import { revisionsOf } from './list-revisions.ts';
import { preview } from './preview-config.ts';
import { listConfigStates } from './queries-states.ts';
import { reveal } from './reveal-secret.ts';
import { save } from './save-config.ts';
import { addTenant, constant, createFleet, diffOf } from './testing/config-fleet.ts';

const CANARIES = {
  SMS_TOKEN: 'canary-of-a-token',
  paymentApiKey: 'canary-of-a-key',
  // Nothing but the value tells.
  SMS_GATEWAY: 'https://robot:canary-of-an-address@sms.example',
  LABEL: 'canary9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
let t: TestCtx;
let amelia: Ctx;
let id: number;
beforeAll(async () => {
  t = await createTestCtx();
  await createFleet(t);
});
beforeEach(async () => {
  amelia = t.as({ role: 'admin' });
  id = await addTenant(t);
});
afterAll(() => t.close());

const put = (diff: Parameters<typeof diffOf>[0]) => save(amelia, id, 'coursepro', diffOf(diff));
const canaries = () => Object.entries(CANARIES).map(([key, value]) => constant(key, value, 2));

const audited = async () => {
  const headers = { authorization: 'viewer' };
  const answer = await createFeatureApp(t, { checkAnswers: false }).inject({ url: '/api/audit', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<object>();
};

/** Everything that is kept in the database, as text. */
async function dump(): Promise<string> {
  const tables = ['config_items', 'config_changes', 'config_revisions', 'configs', 'audit_events', 'publications'];
  const texts = await Promise.all(
    tables.map((name) =>
      rows<{ text: string }>(t.db, sql`select row_to_json(x)::text as text from ${sql.identifier(name)} x`),
    ),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

const shown = async () =>
  JSON.stringify([
    await getConfigItems(amelia, id, 'coursepro'),
    await revisionsOf(amelia, id, 'coursepro'),
    await preview(amelia, id, 'coursepro'),
    await audited(),
  ]);

it('treats what looks secret under a name that no metadata knows as a secret everywhere', async () => {
  await put({ added: [...canaries(), constant('PLAIN', 'not-hidden', 2)] });
  await commit(amelia, id, 'coursepro');
  await put({ changed: [constant('SMS_TOKEN', 'canary-after', 2)], removed: ['LABEL'] });
  expect(await shown()).toContain('not-hidden');
  expect(await shown()).not.toContain('canary');
  expect(await dump()).toContain('not-hidden');
  expect(await dump()).not.toContain('canary');
  const items = await getConfigItems(amelia, id, 'coursepro');
  expect(items.filter(({ secret }) => secret).map(({ key }) => key)).toEqual([
    'SMS_GATEWAY',
    'SMS_TOKEN',
    'paymentApiKey',
  ]);
  expect((await reveal(amelia, id, 'coursepro', 'SMS_GATEWAY')).value).toBe(CANARIES.SMS_GATEWAY);
});

it('masks what was stored in clear before it counted as one, and seals it with the next change', async () => {
  await put({ added: [constant('SMS_TOKEN', 'x', 2)] });
  const plain = { value: 'canary-in-clear', secret: false, type: 2, state: 1, valueTemplate: null };
  await t.db.execute(sql`update config_items set value = ${plain.value}, secret = false where tenant_id = ${id}`);
  await t.db.execute(sql`update config_changes set after = ${JSON.stringify(plain)}::jsonb where tenant_id = ${id}`);
  expect(await shown()).not.toContain('canary');
  await put({ changed: [constant('SMS_TOKEN', 'canary-after', 2)] });
  expect(await shown()).not.toContain('canary');
  const [item] = await rows<{ value: string }>(t.db, sql`select value from config_items where tenant_id = ${id}`);
  expect(item?.value).not.toContain('canary');
});

it('gives nobody a hash against which the hidden part of a file could be tried out', async () => {
  await put({ added: [constant('DB_PASSWORD', 'hunter2', 1), constant('A', '1')] });
  await commit(amelia, id, 'coursepro');
  const { content } = await preview(amelia, id, 'coursepro');
  const guess = content.replace(/•+/, 'hunter2');
  const plain = createHash('sha256').update(guess).digest('hex');
  // The guess is right: it is what the servers have.
  expect(await dump()).toContain(plain);
  const answers = [
    await preview(amelia, id, 'coursepro'),
    await getState(amelia, id, 'coursepro'),
    await revisionsOf(amelia, id, 'coursepro'),
    Object.fromEntries(await listConfigStates(t, [id])),
    await audited(),
    await commit(amelia, id, 'coursepro'),
  ];
  expect(JSON.stringify(answers)).toMatch(/[0-9a-f]{64}/);
  expect(JSON.stringify(answers)).not.toContain(plain);
  const { hash, committed_hash: committed } = await getState(amelia, id, 'coursepro');
  expect(hash).toBe(committed);
  expect((await preview(amelia, id, 'coursepro')).hash).toBe(hash);
});
