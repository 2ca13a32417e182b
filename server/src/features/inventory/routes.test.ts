import type { Role } from '@mission-control/contract/call';
import { INVENTORY_FILE_BYTES, readResults } from '@mission-control/contract/inventory/plan';
import type { InventoryFault, InventoryPlan } from '@mission-control/contract/inventory/plan-schema';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { environments } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { runs } from '../runs/public.ts';
import { readUpload } from './read-upload.ts';

const EXAMPLE = readFileSync(
  fileURLToPath(new URL('../../../../docs/examples/inventory-three-tenants.yaml', import.meta.url)),
);
const LONG = { timeout: 60_000 };

const t = setUpTestCtx();
let app: FastifyInstance;
beforeAll(() => void (app = createFeatureApp(t)));
afterAll(() => app.close());

async function post(
  path: 'check' | 'plan' | 'apply',
  content: Uint8Array<ArrayBuffer> | string,
  more: { role?: Role; entries?: object[]; name?: string } = {},
) {
  const form = new FormData();
  form.append('file', new File([content], more.name ?? 'fleet.yaml'));
  if (more.entries) form.append('entries', JSON.stringify(more.entries));
  const sent = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/inventory/${path}`,
    headers: { authorization: more.role ?? 'admin', 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
const planOf = async (content: Uint8Array<ArrayBuffer> | string) =>
  (await post('plan', content)).body as unknown as InventoryPlan;
const chosen = ({ entries }: InventoryPlan) =>
  entries.map(({ kind, ref, fingerprint }) => ({ kind, ref, fingerprint }));

describe('the inventory over HTTP', LONG, () => {
  it('is for admins only', async () => {
    for (const path of ['check', 'plan', 'apply'] as const)
      for (const role of ['viewer', 'operator', 'release-manager'] as const)
        expect((await post(path, 'x', { role, entries: [] })).status).toBe(403);
  });

  it('is checked: reports every fault with line and path', async () => {
    const fine = await post('check', EXAMPLE);
    expect(fine).toMatchObject({ status: 200, body: { valid: true, faults: [], fault_count: 0 } });
    expect(fine.body['file_sha256']).toBe(createHash('sha256').update(EXAMPLE).digest('hex'));
    const { body } = await post('check', 'regions:\n  - name: eu west\n    description: Europe\n');
    expect(body).toMatchObject({ valid: false });
    expect(body['faults']).toContainEqual({
      line: 2,
      path: 'regions[0].name',
      message: 'must be letters, digits, dots and dashes',
    });
    expect(body['fault_count']).toBe((body['faults'] as InventoryFault[]).length);
    const broken = await post('check', 'regions: [\naccounts: }');
    expect(broken.body['faults']).toMatchObject([{ line: 2, path: 'inventory' }]);
  });

  it('is planned and applied as a run from chosen entries, after which nothing differs', async () => {
    const plan = await planOf(EXAMPLE);
    expect(plan.entries.map(({ action }) => action)).toEqual(Array(11).fill('add'));
    expect(plan.entries.at(-1)?.changes).toContainEqual({
      field: 'services',
      here: null,
      file: expect.any(Array) as unknown,
    });
    const { status, body } = await post('apply', EXAMPLE, { entries: chosen(plan) });
    expect(status).toBe(200);
    const results = readResults(String(body['output']));
    expect(results.map(({ result }) => result)).toEqual(Array(11).fill('added'));
    expect(results.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(
      plan.entries.map(({ kind, ref }) => `${kind} ${ref}`),
    );
    expect(await planOf(EXAMPLE)).toMatchObject({ entries: [], unchanged: 11 });
    const events = await t.db.select().from(auditEvents).orderBy(auditEvents.id);
    const applied = events.filter(({ action }) => action === 'inventory.applied');
    expect(applied).toMatchObject([{ actor: 'priya.shah', after: { file_sha256: plan.file_sha256, added: 11 } }]);
    expect(events.find(({ action }) => action === 'run.started')?.after).toMatchObject({
      file: 'fleet.yaml',
      file_sha256: plan.file_sha256,
    });

    // Applied again from the old plan: nothing changes.
    const again = await post('apply', EXAMPLE, { entries: chosen(plan) });
    expect(readResults(String(again.body['output'])).map(({ result, reason }) => [result, reason])).toEqual(
      Array(11).fill(['left', 'It already matches the file.']),
    );
  });

  it('skips and reports items that somebody else has changed since they were planned', async () => {
    const next = EXAMPLE.toString().replaceAll(/fqdn: \S+/g, 'fqdn: other.example.net');
    const plan = await planOf(next);
    expect(plan.entries.map(({ action }) => action)).toEqual(['change', 'change']);
    const [first] = plan.entries;
    await t.db
      .update(environments)
      .set({ groupName: 'mine' })
      .where(sql`name = ${first?.name}`);
    await t.db
      .update(environments)
      .set({ fqdn: 'mine.example.net' })
      .where(sql`name = ${first?.name}`);
    const { body } = await post('apply', next, { entries: chosen(plan) });
    expect(readResults(String(body['output']))).toMatchObject([
      { result: 'left', reason: 'It was changed here after it was planned.' },
      { result: 'changed' },
    ]);
    expect((await planOf(next)).entries).toMatchObject([{ action: 'conflict', ref: first?.ref, reason: null }]);
  });

  it('is not planned while it has faults, which are returned in the details', async () => {
    const { status, body } = await post('plan', 'regions: []\n');
    expect(status).toBe(422);
    expect(body['details']).toMatchObject({ faults: expect.arrayContaining([expect.anything()]) as unknown });
    expect(
      (await post('apply', 'regions: []\n', { entries: [{ kind: 'region', ref: 'x', fingerprint: '' }] })).status,
    ).toBe(422);
    expect((await post('apply', EXAMPLE, { entries: [] })).status).toBe(400);
  });
});

describe('a hostile file', LONG, () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'.split('').map((key, at) => {
      const last = 'abcdefgh'[at];
      return `${key}: &${key} [*${last},*${last},*${last},*${last},*${last},*${last},*${last},*${last},*${last}]`;
    }),
  ].join('\n');

  it.each([
    ['an alias bomb', bomb, /aliases \(\*name\) are refused/],
    ['unclosed brackets', '['.repeat(200_000), /nested too deeply/],
    ['nested flow maps', '{a: '.repeat(50_000), /nested too deeply/],
    ['__proto__', '__proto__: {regions: []}\n', /regions|Unrecognized/],
    ['a tag that makes an object', 'regions: !!js/function "x"\n', /regions/],
  ])('is a fault if it is %s', async (_what, text, fault) => {
    const { status, body } = await post('check', text);
    expect(status).toBe(200);
    expect(JSON.stringify(body['faults'])).toMatch(fault);
  });

  it.each([
    ['binary', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]), 'The file is not text. Choose a JSON or YAML file.'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x72, 0, 0x65, 0]), 'The file is UTF-16 text. Save it as UTF-8.'],
    ['Latin-1', new Uint8Array([0x72, 0x3a, 0x20, 0xe9, 0x0a]), 'The file is not UTF-8 text. Save it as UTF-8.'],
  ])('is refused if it is %s', async (_what, bytes, message) => {
    expect(await post('check', bytes)).toMatchObject({ status: 422, body: { error: message } });
  });

  it('is named in the run without invisible or direction-changing characters', async () => {
    const entries = [{ kind: 'region', ref: 'none', fingerprint: '' }];
    const { status, body } = await post('apply', EXAMPLE, { entries, name: 'fleet\u202elmay.\u0007json' });
    expect(status).toBe(200);
    expect(readResults(String(body['output']))).toMatchObject([{ result: 'left', ref: 'none' }]);
    const [run] = await t.db
      .select()
      .from(runs)
      .orderBy(sql`id desc`)
      .limit(1);
    expect(run).toMatchObject({ subject: '1 of fleetlmay.json', facts: { file: 'fleetlmay.json' } });
  });

  it('is refused above 12 MB, by the call and by the reader', async () => {
    expect((await post('check', new Uint8Array(20 * 1024 * 1024))).status).toBe(413);
    const file = new File([new Uint8Array(INVENTORY_FILE_BYTES + 1)], 'x');
    await expect(readUpload(file)).rejects.toThrow('the limit here is 12 MB. Use npm run inventory for larger files.');
  });

  it('is abandoned if it takes too much time or memory; only one is read at a time', async () => {
    const file = new File(['regions: []\n'], 'x');
    await expect(readUpload(file, { timeoutMs: 1 })).rejects.toThrow('takes longer than 0.001 s to read');
    const large = new File([`- {a: [${'b,'.repeat(400_000)}b]}\n`], 'x');
    await expect(readUpload(large, { memoryMb: 16 })).rejects.toThrow('needs too much memory to read');
    const faulty = await readUpload(new File([JSON.stringify({ regions: Array(20_000).fill({}) })], 'x'), {
      linesMs: 1,
    });
    expect(faulty).toMatchObject({
      count: 7,
      faults: expect.arrayContaining([expect.objectContaining({ line: null })]) as unknown,
    });
    const reads = await Promise.allSettled([readUpload(file), readUpload(file)]);
    expect(reads.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(reads[1]).toHaveProperty('reason.code', 'unavailable');
  });
});
