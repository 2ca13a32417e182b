import { DEFAULT_COLOURS, DEFAULT_EMAIL } from '@mission-control/contract/branding/rules';
import type { Branding } from '@mission-control/contract/branding/schema';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { runs } from '../runs/public.ts';
import { addTenant, brandForm, commitFiles, createBrandingApi, type BrandingApi } from './testing/branding-api.ts';

const THEME = `
@use 'parts';
$primary: red !default;
$secondary: red !default;
$background: red !default;
.page { background: $background; color: $primary; outline-color: $secondary; left: parts.$left }
`;

const SCRIPT = `${'java'}script:x()`;

const t = setUpTestCtx();
let api: BrandingApi;
beforeAll(() => {
  api = createBrandingApi(t, { 'themes/online-joining.scss': THEME, 'themes/_parts.scss': '$left: 3px;' });
});
afterAll(() => api.close());

const at = (id: number, more = '') => `/api/tenant/${id}/homeportal2/branding${more}`;
const picture = async (width = 40, height = 20): Promise<Blob> =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#f00' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);
const events = (id: number) =>
  t.db.select().from(auditEvents).where(eq(auditEvents.tenantId, id)).orderBy(asc(auditEvents.id));
const published = async (id: number): Promise<Record<string, string>> =>
  JSON.parse((await api.file(`/files/branding/${id}/current.json`))?.content.toString() ?? '{}') as Record<
    string,
    string
  >;

// Each generation starts a compiler and runs git.
describe('a branding', { timeout: 60_000 }, () => {
  it('returns 404 until it is saved [BRD-11]', async () => {
    expect((await api.get(at(await addTenant(t)))).status).toBe(404);
  });

  it('round-trips with its logo and both languages [BRD-08, BRD-09, BRD-10, BRD-13, BRD-22, ERR-05]', async () => {
    const id = await addTenant(t);
    const form = brandForm({ primary: '#123456' });
    const saved = await api.send(at(id), { ...form, logo: await picture() });
    expect(saved).toMatchObject({
      status: 200,
      body: { logoUrl: expect.stringMatching(/^\/files\/logos\/\w{32}\.png$/) as string, warnings: [] },
    });
    const { data, branch } = (await api.get(at(id))).body as { data: Record<string, unknown>; branch: string };
    expect(data).toEqual({
      colors: { ...DEFAULT_COLOURS, primary: '#123456' },
      logo_url: saved.body['logoUrl'],
      ...form.contentData,
      email: DEFAULT_EMAIL,
    });
    expect(branch).toBe('main');
    expect((await events(id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['branding.saved', 'priya.shah'],
      ['run.started', 'priya.shah'],
      expect.arrayContaining([expect.stringMatching(/^run\./)]) as string[],
    ]);
  });

  it('is not saved again by a repeated click after somebody else has saved', async () => {
    const id = await addTenant(t);
    const click = { prefer: 'respond-async', 'idempotency-key': 'branding-click-1' };
    const first = await api.send(at(id), brandForm({ primary: '#111111' }), 'operator', click);
    expect(first.status).toBe(202);
    const run = Number(first.body['run_id']);
    await expect
      .poll(async () => (await t.db.select().from(runs).where(eq(runs.id, run)))[0]?.outcome, { timeout: 60_000 })
      .toBe('succeeded');
    expect((await api.send(at(id), brandForm({ primary: '#222222' }))).status).toBe(200);
    expect(await api.send(at(id), brandForm({ primary: '#111111' }), 'operator', click)).toEqual(first);
    expect((await api.get(at(id))).body).toMatchObject({ data: { colors: { primary: '#222222' } } });
  });

  it('publishes style sheet, content and logo of the chosen branch', async () => {
    const id = await addTenant(t);
    const saved = await api.send(at(id), { ...brandForm({ primary: 'tomato' }), logo: await picture() });
    const entry = await published(id);
    expect(entry).toMatchObject({ app: 'coursepro', branch: 'main', logo: saved.body['logoUrl'] });
    const css = await api.file(entry['css'] ?? '');
    expect(css?.content.toString()).toBe('.page{background:#e8e8e8;color:tomato;outline-color:#f6ad55;left:3px}');
    expect(css?.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const content = JSON.parse((await api.file(entry['content'] ?? ''))?.content.toString() ?? '') as object;
    expect(content).toMatchObject({
      cy: { find_a_center_title: 'Dewch o hyd i ganolfan' },
      colors: { primary: '#ff6347' },
    });
  });

  it('accepts any text as a colour, and replaces an invalid one by the default with a warning [BRD-18]', async () => {
    const id = await addTenant(t);
    const saved = await api.send(at(id), brandForm({ primary: 'tomato', secondary: 'red; } body { display: none' }));
    expect(saved.body['warnings']).toEqual([
      "The secondary colour 'red; } body { display: none' is not a CSS colour: the default #f6ad55 was used.",
    ]);
    expect((await api.get(at(id))).body).toMatchObject({
      data: { colors: { primary: 'tomato', secondary: 'red; } body { display: none' } },
    });
    expect((await api.file((await published(id))['css'] ?? ''))?.content.toString()).not.toContain('body');
  });

  it('requires three colours and a branch [BRD-16]', async () => {
    const id = await addTenant(t);
    expect(await api.send(at(id), brandForm({ primary: ' ' }))).toMatchObject({ status: 400 });
    expect(await api.send(at(id), brandForm({}, { branch: '' }))).toMatchObject({ status: 400 });
    expect(await api.send(at(id), brandForm({}, { branch: '--upload-pack=x' }))).toMatchObject({ status: 400 });
    expect(await api.send(at(id), { ...brandForm(), brandingData: '{' })).toMatchObject({ status: 400 });
    expect(await events(id)).toEqual([]);
  });

  it('refuses script links', async () => {
    const form = brandForm();
    const contentData = { ...form.contentData, en: { ...form.contentData.en, terms_link_external: SCRIPT } };
    expect(await api.send(at(await addTenant(t)), { ...form, contentData })).toMatchObject({ status: 400 });
  });

  it.each(['\0', '\uD800'])('is refused with a text that cannot be stored: %j', async (find_a_center_title) => {
    const form = brandForm();
    const contentData = { ...form.contentData, en: { ...form.contentData.en, find_a_center_title } };
    expect(await api.send(at(await addTenant(t)), { ...form, contentData })).toMatchObject({ status: 400 });
  });

  it('is refused on a stale revision, before anything is generated', async () => {
    const id = await addTenant(t);
    const first = await api.send(at(id), { ...brandForm({ primary: '#111111' }), revision: '' });
    expect(first.status).toBe(200);
    const { revisions } = (await api.get(at(id))).body as { revisions: Record<string, string> };
    expect(revisions).toEqual({ brand: expect.stringMatching(/^.{22}$/) as string, email: '' });
    const before = (await events(id)).length;
    expect(await api.send(at(id), { ...brandForm({ primary: '#222222' }), revision: '' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { revision: revisions['brand'] } },
    });
    expect(await events(id)).toHaveLength(before);
    // E-mail settings are a separate tab, whose save does not conflict with this one.
    await api.send(`/api/tenant/${id}/homeportal2/email`, { emailData: DEFAULT_EMAIL, revision: '' });
    const next = { ...brandForm({ primary: '#222222' }), revision: String(revisions['brand']) };
    expect((await api.send(at(id), next)).status).toBe(200);
  });

  it('keeps its logo unless it is removed', async () => {
    const id = await addTenant(t);
    const { logoUrl } = (await api.send(at(id), { ...brandForm(), logo: await picture() })).body;
    expect((await api.send(at(id), brandForm({}, { logo_url: logoUrl }))).body['logoUrl']).toBe(logoUrl);
    expect((await api.send(at(id), brandForm())).body['logoUrl']).toBe(logoUrl);
    expect((await api.send(at(id), brandForm({}, { logo_url: '' }))).body['logoUrl']).toBe('');
  });

  it('stays saved when its generation fails, as the error states', async () => {
    const id = await addTenant(t);
    commitFiles(`${t.fleetDir}/coursepro`, { 'themes/online-joining.scss': 'a { color: $gone }' }, 'broken');
    const broken = await api.send(at(id), brandForm({}, { branch: 'broken' }));
    expect(broken.status).toBe(502);
    expect(broken.body['error']).toMatch(
      /^The settings are saved, but .*: The theme cannot be compiled: themes\/online-joining.scss line 1: Undefined variable/,
    );
    expect(broken.body['output']).toMatch(/^\[1\/3\] Read the theme at broken of coursepro\n/);
    expect((await api.get(at(id))).status).toBe(200);
    expect(await published(id)).toEqual({});
    expect(await api.send(at(id), brandForm({}, { branch: 'absent' }))).toMatchObject({ status: 502 });
  });

  it('requires HomePortal2', async () => {
    const id = await addTenant(t, { services: ['coursepro'] });
    expect(await api.send(at(id), brandForm())).toMatchObject({ status: 422 });
    expect(await api.send(at(999_999), brandForm())).toMatchObject({ status: 404 });
  });

  it('can be changed by operators only', async () => {
    const id = await addTenant(t);
    expect(await api.send(at(id), brandForm(), 'viewer')).toMatchObject({ status: 403 });
    expect(await api.post(at(id), {})).toMatchObject({ status: 415 });
  });
});

describe('a logo', { timeout: 60_000 }, () => {
  const bytes = (text: string): Blob => new Blob([text]);

  it('is re-encoded, scaled down and stripped of everything but its pixels', async () => {
    const id = await addTenant(t);
    const source = sharp({ create: { width: 1_200, height: 300, channels: 3, background: '#00f' } });
    const withNote = await source
      .withExif({ IFD0: { Copyright: 'secret note' } })
      .jpeg()
      .toBuffer();
    const logo = new Blob([new Uint8Array(withNote), '<script>alert(1)</script>']);
    const { logoUrl } = (await api.send(at(id), { ...brandForm(), logo })).body;
    const stored = (await api.file(String(logoUrl)))?.content ?? Buffer.alloc(0);
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 600, height: 150 });
    expect(stored.includes('secret note')).toBe(false);
    expect(stored.includes('script')).toBe(false);
  });

  it.each([
    ['text', bytes('hello'), 415],
    ['nothing', bytes(''), 415],
    [
      'SVG with a script',
      bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>'),
      415,
    ],
    ['PDF', bytes('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), 415],
    ['the head of a picture', bytes('\u0089PNG\r\n'), 415],
    ['too large a file', new Blob([new Uint8Array(2 * 1024 * 1024 + 1)]), 413],
    ['too large a form', new Blob([new Uint8Array(4 * 1024 * 1024)]), 413],
  ])('%s is refused with a clear error, and nothing is saved [BRD-20]', async (_what, logo, status) => {
    const id = await addTenant(t);
    const answer = await api.send(at(id), { ...brandForm(), logo });
    expect(answer.status).toBe(status);
    expect(String(answer.body['error'])).toMatch(/image|logo|large/i);
    expect((await api.get(at(id))).status).toBe(404);
  });

  it('is refused if it is a decompression bomb', async () => {
    const bomb = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(500_000);
    const answer = await api.send(at(await addTenant(t)), { ...brandForm(), logo: new Blob([new Uint8Array(bomb)]) });
    expect([answer.status, answer.body['error']]).toEqual([
      413,
      'The logo is 7000 x 7000 pixels, which is too large. Make it smaller.',
    ]);
  });

  it('is refused if it is truncated', async () => {
    const whole = Buffer.from(await (await picture(400, 400)).arrayBuffer());
    const logo = new Blob([new Uint8Array(whole.subarray(0, whole.length / 2))]);
    expect(await api.send(at(await addTenant(t)), { ...brandForm(), logo })).toMatchObject({ status: 415 });
  });
});

describe('e-mail settings', { timeout: 60_000 }, () => {
  const email = (id: number) => `/api/tenant/${id}/homeportal2/email`;

  it('are saved with their logo, independently of the Branding tab [EML-01, EML-02, EML-03, EML-08, ERR-05]', async () => {
    const id = await addTenant(t);
    const emailData = {
      ...DEFAULT_EMAIL,
      contentTextColor: 'navy',
      header: { ...DEFAULT_EMAIL.header, headingText: 'Hi', logoPosition: 'flex-end' },
      footer: { ...DEFAULT_EMAIL.footer, content: '<b>Bye</b>' },
    };
    const saved = await api.send(email(id), { email_logo: await picture(), emailData });
    expect(saved).toMatchObject({
      status: 200,
      body: { emailLogoUrl: expect.stringMatching(/^\/files\/logos\//) as string },
    });
    const { data } = (await api.get(at(id))).body as { data: Branding };
    expect(data.email).toEqual({ ...emailData, header: { ...emailData.header, logoUrl: saved.body['emailLogoUrl'] } });
    expect(data.colors).toEqual(DEFAULT_COLOURS);
    await api.send(at(id), brandForm());
    expect(((await api.get(at(id))).body as { data: Branding }).data.email).toEqual(data.email);
    expect((await api.send(email(id), { emailData: data.email })).body).toMatchObject({
      emailLogoUrl: saved.body['emailLogoUrl'],
    });
  });

  it('are refused on a stale revision and accepted on the current one, including the first', async () => {
    const id = await addTenant(t);
    const save = (headingText: string, revision?: string) =>
      api.send(email(id), {
        emailData: { ...DEFAULT_EMAIL, header: { ...DEFAULT_EMAIL.header, headingText } },
        ...(revision !== undefined && { revision }),
      });
    const first = await save('One', '');
    expect(first.status).toBe(200);
    expect(await save('Two', '')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const read = async () => (await api.get(at(id))).body as { data: Branding; revisions: Record<string, string> };
    expect((await read()).data.email.header.headingText).toBe('One');
    expect((await read()).revisions).toEqual({ brand: '', email: first.body['revision'] });
    expect((await save('Two', String(first.body['revision']))).status).toBe(200);
    expect((await save('Three', String(first.body['revision']))).status).toBe(409);
    // As documented, a request without a revision is not checked.
    expect((await save('Four')).status).toBe(200);
    expect(await events(id)).toHaveLength(3);
  });

  it('are recorded', async () => {
    const id = await addTenant(t);
    await api.send(email(id), { emailData: DEFAULT_EMAIL });
    expect(await events(id)).toMatchObject([{ action: 'branding.email-saved', actor: 'priya.shah' }]);
  });

  it('reject unknown positions, script URLs as a logo, and files that are not images', async () => {
    const id = await addTenant(t);
    const header = (more: object) => ({
      emailData: { ...DEFAULT_EMAIL, header: { ...DEFAULT_EMAIL.header, ...more } },
    });
    expect(await api.send(email(id), header({ logoPosition: 'left' }))).toMatchObject({ status: 400 });
    expect(await api.send(email(id), header({ logoUrl: SCRIPT }))).toMatchObject({ status: 400 });
    expect(await api.send(email(id), { ...header({}), email_logo: new Blob(['x']) })).toMatchObject({ status: 415 });
  });
});

describe('regenerating', { timeout: 60_000 }, () => {
  const active = '/api/tenant/homeportal2/brandings/active-tenants';

  it('is offered for active tenants with a saved branding [RGN-18]', async () => {
    const before = (await api.get(active)).body['tenants'] as number[];
    const saved = await addTenant(t);
    const inactive = await addTenant(t);
    const deleted = await addTenant(t);
    const emailOnly = await addTenant(t);
    await addTenant(t);
    for (const id of [saved, inactive, deleted]) await api.send(at(id), brandForm());
    await api.send(`/api/tenant/${emailOnly}/homeportal2/email`, { emailData: DEFAULT_EMAIL });
    await t.db.update(tenants).set({ active: false }).where(eq(tenants.id, inactive));
    await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, deleted));
    expect((await api.get(active)).body['tenants']).toEqual([...before, saved]);
  });

  it('regenerates the saved branding of one tenant from a branch, as a run [RGN-19, RGN-20]', async () => {
    const id = await addTenant(t);
    await api.send(at(id), brandForm({ primary: '#010203' }));
    commitFiles(`${t.fleetDir}/coursepro`, { 'themes/online-joining.scss': `${THEME} .new { top: 0 }` }, 'next');
    const again = await api.post(at(id, '/regenerate'), { app: 'coursepro', branch: 'next' });
    expect(again).toMatchObject({ status: 200, body: { run_id: expect.any(Number) as number, warnings: [] } });
    const entry = await published(id);
    expect(entry['branch']).toBe('next');
    expect((await api.file(entry['css'] ?? ''))?.content.toString()).toMatch(/color:#010203.*\.new\{top:0\}/);
    expect((await api.get(at(id))).body['branch']).toBe('next');
  });

  it('runs once per click, and never concurrently for a tenant', async () => {
    const id = await addTenant(t);
    await api.send(at(id), brandForm());
    const press = (key: string) =>
      api.post(at(id, '/regenerate'), { app: 'coursepro', branch: 'main' }, 'operator', key);
    const [first, same, other] = await Promise.all([
      press(`click-one-${id}`),
      press(`click-one-${id}`),
      press(`click-two-${id}`),
    ]);
    const done = [first, same, other].filter(({ status }) => status === 200);
    const refused = [first, same, other].filter(({ status }) => status === 409);
    // The first request got the lock; the repeated click shares its run.
    expect(done.length + refused.length).toBe(3);
    expect(new Set(done.map(({ body }) => body['run_id'])).size).toBe(1);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body['details']).toMatchObject({ run_id: done[0]?.body['run_id'], started_by: 'priya.shah' });
  });

  it('keeps the published files when it fails', async () => {
    const id = await addTenant(t);
    await api.send(at(id), brandForm());
    const before = await published(id);
    expect(await api.post(at(id, '/regenerate'), { app: 'coursepro', branch: 'broken' })).toMatchObject({
      status: 502,
    });
    expect(await published(id)).toEqual(before);
  });

  it.each([
    // The order matters: each branch starts with the files of the previous one.
    ['has too large style sheets', /are too large/, 'large', { 'large.scss': ' '.repeat(4 * 1024 * 1024) }],
    [
      'has too many style sheets',
      /more than 200 style sheets/,
      'many',
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.scss`, ''])),
    ],
  ])('refuses a theme that %s', async (_what, reason, branch, sheets) => {
    const id = await addTenant(t);
    await api.send(at(id), brandForm());
    const files = Object.entries(sheets).map(([name, text]) => [`themes/${name}`, text]);
    commitFiles(`${t.fleetDir}/coursepro`, Object.fromEntries(files) as Record<string, string>, branch);
    const { body } = await api.post(at(id, '/regenerate'), { app: 'coursepro', branch });
    expect(body['error']).toMatch(reason);
  });

  it('offers the branches of the repository by name [BRD-26]', async () => {
    commitFiles(`${t.fleetDir}/coursepro`, {}, 'feature/offered');
    const { body } = await api.get('/api/repos/branches?app=coursepro');
    const names = (body['branches'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['feature/offered', 'main']));
    expect(names).toEqual(names.toSorted());
  });

  it('refuses other apps, and tenants without a saved branding', async () => {
    const id = await addTenant(t);
    expect(await api.post(at(id, '/regenerate'), { app: 'bg', branch: 'main' })).toMatchObject({ status: 400 });
    expect(await api.post(at(id, '/regenerate'), { app: 'coursepro', branch: 'main' })).toMatchObject({ status: 422 });
  });
});

describe('a public file', () => {
  it.each([
    '/files/../main.ts',
    '/files/%2e%2e/x.png',
    '/files/logos/.tmp.x.png',
    '/files/logos',
    '/files/a.html',
    '/files//x.png',
  ])('%s does not exist', async (address) => expect(await api.file(address)).toBeUndefined());
});
