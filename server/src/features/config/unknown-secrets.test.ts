import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import type { Ctx } from '../../platform/context.ts';
import { rows } from '../../platform/database/database.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { commitConfig } from './publish/commit-config.ts';
import { getConfig, getConfigState, listRevisions, revealSecret } from './get-config.ts';
import { previewConfig } from './file/preview-config.ts';
import { readConfigStates } from './history/queries-states.ts';
import { sealClearSecrets } from './seal-clear-secrets.ts';
import { addTenant, constant, createFleet, saveDiff, type Diff } from './testing/config-fleet.ts';

const CANARIES = {
  SMS_TOKEN: 'canary-of-a-token',
  paymentApiKey: 'canary-of-a-key',
  // Only the value indicates a secret.
  SMS_GATEWAY: 'https://robot:canary-of-an-address@sms.example',
  LABEL: 'canary9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeEach(async () => {
  amelia = t.as({ role: 'admin' });
  id = await addTenant(t);
});

const put = (diff: Diff) => saveDiff(amelia, id, diff);
const canaries = () => Object.entries(CANARIES).map(([key, value]) => constant(key, value, 2));

const audited = async () => {
  const headers = { authorization: 'admin' };
  const answer = await createFeatureApp(t, { checkAnswers: false }).inject({ url: '/api/audit', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<object>();
};

/** The whole database as text. */
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
    await getConfig(amelia, { params: { id, service: 'coursepro' } }),
    await listRevisions(amelia, { params: { id, service: 'coursepro' }, query: {} }),
    await previewConfig(amelia, { params: { id, service: 'coursepro' } }),
    await audited(),
  ]);

it('treats a secret-looking value without key metadata as a secret everywhere', async () => {
  await put({ added: [...canaries(), constant('PLAIN', 'not-hidden', 2)] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  await put({ changed: [constant('SMS_TOKEN', 'canary-after', 2)], removed: ['LABEL'] });
  expect(await shown()).toContain('not-hidden');
  expect(await shown()).not.toContain('canary');
  expect(await dump()).toContain('not-hidden');
  expect(await dump()).not.toContain('canary');
  const items = await getConfig(amelia, { params: { id, service: 'coursepro' } });
  expect(items.filter(({ secret }) => secret).map(({ key }) => key)).toEqual([
    'SMS_GATEWAY',
    'SMS_TOKEN',
    'paymentApiKey',
  ]);
  expect(
    (
      await revealSecret(amelia, {
        params: { id, service: 'coursepro' },
        body: { key: 'SMS_GATEWAY', reason: 'a test' },
      })
    ).value,
  ).toBe(CANARIES.SMS_GATEWAY);
});

it('masks a value stored in cleartext before it counted as secret, and encrypts it with the next change', async () => {
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

it('encrypts values stored in cleartext before they counted as secret, without visible changes', async () => {
  await put({ added: [...canaries(), constant('PLAIN', 'not-hidden', 2)] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  await put({ changed: [constant('SMS_TOKEN', 'second', 2)] });
  const before = [await shown(), await getConfigState(amelia, { params: { id, service: 'coursepro' } })];
  // Leftovers of other tests.
  await sealClearSecrets(t);
  const clear = { value: 'canary-in-clear', secret: false, type: 2, state: 1, valueTemplate: null };
  const text = JSON.stringify(clear);
  await t.db.execute(
    sql`update config_items set value = ${CANARIES.SMS_GATEWAY}, secret = false where tenant_id = ${id} and key = 'SMS_GATEWAY'`,
  );
  await t.db.execute(sql`update config_changes set before = ${text}::jsonb where tenant_id = ${id} and revision = 2`);
  await t.db.execute(
    sql`update config_changes set after = ${text}::jsonb where tenant_id = ${id} and revision = 1 and key = 'SMS_TOKEN'`,
  );
  expect(await dump()).toContain('canary');
  expect(await sealClearSecrets(t)).toBe(3);
  expect(await dump()).not.toContain('canary');
  expect(await dump()).toContain('not-hidden');
  expect([await shown(), await getConfigState(amelia, { params: { id, service: 'coursepro' } })]).toEqual(before);
  expect(
    (
      await revealSecret(amelia, {
        params: { id, service: 'coursepro' },
        body: { key: 'SMS_GATEWAY', reason: 'a test' },
      })
    ).value,
  ).toBe(CANARIES.SMS_GATEWAY);
  expect(await sealClearSecrets(t)).toBe(0);
});

it('encrypts page by page', async () => {
  const many = Array.from({ length: 1_100 }, (_, at) => constant(`K${at}_TOKEN`, `canary-${at}`, 2));
  await put({ added: [...many, ...Array.from({ length: 600 }, (_, at) => constant(`A${at}`, 'plain', 2))] });
  await t.db.execute(sql`update config_items set value = 'canary', secret = false where tenant_id = ${id} and secret`);
  expect(await sealClearSecrets(t)).toBe(1_100);
  expect(await dump()).not.toContain('canary');
});

it('reveals no hash against which the masked part of a file could be brute-forced', async () => {
  await put({ added: [constant('DB_PASSWORD', 'hunter2', 1), constant('A', '1')] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  const { content } = await previewConfig(amelia, { params: { id, service: 'coursepro' } });
  const guess = content.replace(/•+/, 'hunter2');
  const plain = createHash('sha256').update(guess).digest('hex');
  // The guess is correct: it matches the servers' file.
  expect(await dump()).toContain(plain);
  const answers = [
    await previewConfig(amelia, { params: { id, service: 'coursepro' } }),
    await getConfigState(amelia, { params: { id, service: 'coursepro' } }),
    await listRevisions(amelia, { params: { id, service: 'coursepro' }, query: {} }),
    await readConfigStates(t, id),
    await audited(),
    await commitConfig(amelia, { params: { id, service: 'coursepro' } }),
  ];
  expect(JSON.stringify(answers)).toMatch(/[0-9a-f]{64}/);
  expect(JSON.stringify(answers)).not.toContain(plain);
  const { hash, committed_hash: committed } = await getConfigState(amelia, { params: { id, service: 'coursepro' } });
  expect(hash).toBe(committed);
  expect((await previewConfig(amelia, { params: { id, service: 'coursepro' } })).hash).toBe(hash);
});
