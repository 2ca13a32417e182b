import { historySchema } from '@mission-control/contract/inventory/history';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importInventory } from './public.ts';
import { parseInventory, readInventoryParts, readInventoryText, withLines } from './read-inventory.ts';
import { smallInventory } from './testing/small-inventory.ts';

describe('an invalid inventory', () => {
  const faultsOf = (text: string): string[] => {
    try {
      parseInventory(text);
    } catch (error) {
      return (error as { messages: string[] }).messages;
    }
    return [];
  };

  it('is refused with all faults and their paths', () => {
    const inventory = smallInventory();
    for (const tenant of inventory.tenants) tenant.region = 'mars';
    expect(faultsOf(JSON.stringify(inventory))).toEqual([
      'The inventory was not imported. Correct it and start again.',
      'tenants[0] (Brimham Active).region: there is no "mars"',
      'tenants[1] (Fenland Training).region: there is no "mars"',
      'tenants[2] (Wharfe Valley).region: there is no "mars"',
    ]);
  });

  it('is refused with the path of a malformed value', () => {
    const inventory = smallInventory() as unknown as {
      tenants: { active: unknown; name: unknown }[];
      regions: unknown;
    };
    inventory.tenants[1]!.active = 'yes';
    inventory.tenants[2]!.name = '';
    inventory.regions = null;
    const faults = faultsOf(JSON.stringify(inventory)).join('\n');
    for (const place of ['tenants[1].active: ', 'tenants[2].name: ', 'regions: ']) expect(faults).toContain(place);
  });

  it.each(['\u202Egnp.exe', 'a\u2067b', 'a\u200Fb', 'a\u2028b', 'a\u0007b'])(
    'is refused if a name contains invisible characters: %j',
    (name) => {
      const inventory = smallInventory();
      for (const tenant of inventory.tenants.slice(0, 1)) tenant.name = name;
      expect(faultsOf(JSON.stringify(inventory))[1]).toMatch(
        /^tenants\[0\]\.name: must be one line of well-formed text/,
      );
    },
  );

  it.each(['a\0b', '\uD800'])('is refused if a config key has a text that cannot be stored: %j', (text) => {
    const inventory = smallInventory();
    const names = { kind: 'coursepro', key_name: 'MODE', type: 'string', description: text } as const;
    const options = [{ display_name: text, value: 'x' }];
    inventory.config_keys.push({ ...names, options, dependencies: [], depends: [], secret: false });
    const places = faultsOf(JSON.stringify(inventory)).map((fault) => fault.split(': ')[0]);
    expect(places.slice(1)).toEqual(['config_keys[0].options[0].display_name', 'config_keys[0].description']);
  });

  it('may contain letters of any script, joined emoji, and markup as text', () => {
    const inventory = smallInventory();
    const odd = 'مركز السباحة 水泳 👨‍👩‍👧 <b>"\'&amp;';
    for (const tenant of inventory.tenants.slice(0, 1)) tenant.name = odd;
    expect(parseInventory(JSON.stringify(inventory)).tenants[0]?.name).toBe(odd);
  });

  it('is refused with the lines of its faults, in YAML and in JSON', () => {
    const yaml =
      'regions:\n  - name: eu\n    description: Europe\ntenants:\n  - name: A\n    services:\n      - slug: strive\n';
    const faults = [
      'tenants[0].region: missing',
      'tenants[0] (A).services.strive.web_environment: there is no "x"',
      'nothing: here',
    ];
    expect(withLines(yaml, faults).map((fault) => fault.slice(0, 12))).toEqual([
      '5: tenants[0',
      '7: tenants[0',
      '1: nothing: ',
    ]);
    expect(withLines(JSON.stringify({ regions: [{ name: 1 }] }, null, 2), ['regions[0].name: is no text'])).toEqual([
      '4: regions[0].name: is no text',
    ]);
  });

  it('may not use aliases, which can expand without limit', () => {
    expect(faultsOf('regions: &a [1]\naccounts: *a\n').join(' ')).toMatch(/inventory: aliases \(\*name\) are refused/);
  });

  it.each(['', 'no json', '[]', 'null', '{"__proto__": {}}'])('is refused if it is %j', (text) => {
    expect(faultsOf(text).length).toBeGreaterThan(1);
  });

  it('is not read at all if it exceeds 400 MB', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mc-inventory-'));
    const file = join(folder, 'large.json');
    writeFileSync(file, '');
    // A sparse file: it occupies no disk blocks.
    truncateSync(file, 400 * 1024 * 1024 + 1);
    await expect(readInventoryText(file).then(({ length }) => length)).rejects.toMatchObject({
      code: 'refused',
      messages: expect.arrayContaining(['The file is 419430401 bytes; the limit is 419430400.']) as string[],
    });
    rmSync(folder, { recursive: true });
  });
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mc-inventory-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const partsOf = async (path: string) => {
    const parts = [];
    for await (const { inventory } of readInventoryParts(path)) parts.push(inventory);
    return parts;
  };
  const line = (inventory: object): string => JSON.stringify(inventory);

  it.each(['fleet.yaml', 'fleet.jsonl'])('is refused unless it is UTF-8: %s', async (name) => {
    const inventory = smallInventory();
    inventory.tenants[0]!.name = 'Zürich Bäder';
    const path = written(name, Buffer.from(line(inventory), 'latin1'));
    await expect(partsOf(path)).rejects.toThrow(`${path} is not UTF-8 text. Save it as UTF-8.`);
    const [part] = await partsOf(written(name, line(inventory)));
    expect(part?.tenants[0]?.name).toBe('Zürich Bäder');
  });

  it.each(['missing.yaml', 'missing.jsonl'])('is refused if there is none: %s', async (name) => {
    const path = join(folder, name);
    await expect(partsOf(path)).rejects.toMatchObject({
      code: 'refused',
      message: `INVENTORY_FILE (${path}) cannot be read: there is no such file.`,
    });
  });

  it.each(['empty.yaml', 'empty.jsonl'])('is refused if it is empty: %s', async (name) => {
    await expect(partsOf(written(name, '\n'))).rejects.toMatchObject({ code: 'refused' });
  });

  it('has its platform in the first line only, and tenants and relations in each', async () => {
    const { tenants: all, ...platform } = smallInventory();
    const [parent, child] = all.map(({ name }) => name);
    const relations = [{ parent, child }];
    const lines = [
      line({ ...platform, tenants: all, relations }),
      '',
      line({ tenants: [{ ...all[0], name: 'Later' }] }),
    ];
    const [, later, ...none] = await partsOf(written('parts.jsonl', `${lines.join('\n')}\n\n`));
    expect(none).toEqual([]);
    expect(later?.tenants.map(({ name }) => name)).toEqual(['Later']);
    expect(later?.relations ?? []).toEqual([]);
  });
});

describe('the documentation', () => {
  const PAGE = fileURLToPath(new URL('../../../../docs/inventory.md', import.meta.url));
  const page = readFileSync(PAGE, 'utf8');
  const [, example = ''] = /```json\n([\s\S]+?)```/.exec(page) ?? [];

  const t = setUpTestCtx();

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
});
