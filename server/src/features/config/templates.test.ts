import { templateItems } from '@mission-control/contract/config/templates';
import { desc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createFleet } from './testing/config-fleet.ts';
import { getKeys } from './get-config.ts';
import { configTemplates } from './tables.ts';
import { listTemplates, saveTemplate } from './templates.ts';

const t = setUpTestCtx(createFleet);

const params = { service: 'coursepro' } as const;
const rows = [
  { key: 'ENABLED', value: 'True' },
  { key: 'TITLE', value: '{tenant_name} classes' },
];

it('lists a template for every config kind, all of which pass their validator', async () => {
  const { templates } = await listTemplates(t);
  expect(templates.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(templates.find(({ service }) => service === 'coursepro')).toMatchObject({ rows: [], documented: true });
  expect(templates.find(({ service }) => service === 'strive')).toMatchObject({ rows: [{ key: 'USE_DB_TENANT' }] });
});

it('saves a template once, with an audit event, and refuses one that fails its validator', async () => {
  await expect(
    saveTemplate(t, {
      params,
      body: {
        base: [],
        rows: [
          { key: 'ENABLED', value: 'perhaps' },
          { key: 'DB_PASSWORD', value: 'hush' },
        ],
      },
    }),
  ).rejects.toMatchObject({
    code: 'refused',
    messages: [
      'ENABLED must be True or False (Currently perhaps)',
      'DB_PASSWORD is a secret: leave it empty, each tenant has its own',
    ],
  });
  await saveTemplate(t, { params, body: { base: [], rows } });
  await saveTemplate(t, { params, body: { base: [], rows } });
  const events = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id));
  expect(events).toMatchObject([{ action: 'config-template.changed', before: { rows: [] }, after: { rows } }]);
  const { keys, template } = await getKeys(t, { params });
  expect(template).toEqual(rows);
  const items = templateItems(template, { tenant_name: 'Acme' }, new Map(keys.map((meta) => [meta.key_name, meta])));
  expect(items.map(({ key, value, valueTemplate }) => [key, value, valueTemplate])).toEqual([
    ['ENABLED', 'True', null],
    ['TITLE', 'Acme classes', '{tenant_name} classes'],
  ]);
});

it('does not overwrite a concurrent save by somebody else', async () => {
  await expect(saveTemplate(t, { params, body: { base: [], rows: [] } })).rejects.toMatchObject({
    code: 'conflict',
    details: { rows },
  });
});

it('shows no secret of a template saved by an earlier version, which the next save removes', async () => {
  const [homeportal, key] = [{ service: 'homeportal' } as const, 'STRIPE_SECRET'];
  await t.db.insert(configTemplates).values({ kind: 'homeportal', rows: [{ key, value: 'swordfish' }] });
  const shown = [{ key, value: '' }];
  expect((await getKeys(t, { params: homeportal })).template).toEqual(shown);
  const { templates } = await listTemplates(t);
  expect(templates.find(({ service }) => service === 'homeportal')).toMatchObject({
    rows: shown,
    faults: ['STRIPE_SECRET is a secret: leave it empty, each tenant has its own'],
  });
  await saveTemplate(t, { params: homeportal, body: { base: shown, rows: shown } });
  expect((await listTemplates(t)).templates.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(JSON.stringify(await t.db.select().from(auditEvents))).not.toContain('swordfish');
});
