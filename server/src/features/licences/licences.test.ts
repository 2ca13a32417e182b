import type { Role } from '@mission-control/contract/call';
import { createPublicKey, verify } from 'node:crypto';
import { encodeLicence } from '@mission-control/contract/licences/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { licenceFeature } from './feature.ts';

const LICENCE = {
  client: 'Ōtautahi Leisure – 日本 🏊',
  expires: '2027-03-31',
  centres: 12,
  unlimited: true,
  config: '{"a": [1, "two\\n"]}',
  note: '',
};

const t = setUpTestCtx();
let app: FastifyInstance;
beforeAll(() => void (app = createFeatureApp(t, { routes: licenceFeature.routes })));
afterAll(() => app.close());

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function post(url: string, payload: string | object | Buffer, headers: Record<string, string>): Promise<Answer> {
  const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
}

const encode = (body: object, role: Role = 'release-manager') =>
  post('/api/licence/encode', body, { authorization: role });

async function decode(content: string | Buffer, part = 'file'): Promise<Answer> {
  const form = new FormData();
  form.append(part, new File([new Uint8Array(Buffer.from(content))], 'a.lic'));
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  return post('/api/licence/decode', Buffer.from(await sent.arrayBuffer()), {
    authorization: 'viewer',
    'content-type': type,
  });
}

describe('a licence', () => {
  it('is signed into a file and decoded with the same entries [LIC-05] [LIC-06] [LIC-09]', async () => {
    const { status, body } = await encode({ licence: LICENCE, filename: 'Ōtautahi 2027.lic' });
    expect([status, Object.keys(body).toSorted(), body['filename']]).toEqual([
      200,
      ['binary', 'filename'],
      'Ōtautahi 2027.lic',
    ]);
    const file = Buffer.from(String(body['binary']), 'base64');
    expect(await decode(file)).toEqual({
      status: 200,
      body: { valid: true, licence: LICENCE, order: Object.keys(LICENCE), reason: '' },
    });
  });

  it('is verified by its public key alone, as installations do', async () => {
    const { body } = await encode({ licence: LICENCE, filename: 'a.lic' });
    const file = Buffer.from(String(body['binary']), 'base64').toString();
    const answer = await app.inject({ url: '/api/licence/keys', headers: { authorization: 'viewer' } });
    const { keys } = JSON.parse(answer.body) as { keys: { id: string; public_key: string; signs: boolean }[] };
    const id = /^Key: (\w+)$/m.exec(file)?.[1];
    const [line = '', signature = ''] = /^Signature: (\S+)\n/m.exec(file) ?? [];
    expect(keys).toMatchObject([{ id, signs: true }]);
    const signed = Buffer.from(file.replace(line, ''));
    const key = createPublicKey(keys[0]?.public_key ?? '');
    expect(verify(null, signed, key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('is recorded with who issued it', async () => {
    await encode({ licence: { client: 'x'.repeat(300) }, filename: 'recorded.lic' });
    const events = await t.db.select().from(auditEvents);
    expect(events.find(({ subject }) => subject === 'recorded.lic')).toMatchObject({
      action: 'licence.issued',
      actor: 'priya.shah',
      after: { key: t.ports.signing.keys[0].id, licence: { client: `${'x'.repeat(200)}…` } },
    });
  });

  it('is issued and recorded whatever character is at the limit of recorded texts', async () => {
    const client = `${'x'.repeat(199)}🏊🏊`;
    expect((await encode({ licence: { client }, filename: 'emoji.lic' })).status).toBe(200);
    const events = await t.db.select().from(auditEvents);
    expect(events.find(({ subject }) => subject === 'emoji.lic')).toMatchObject({
      after: { licence: { client: `${'x'.repeat(199)}🏊…` } },
    });
  });

  it('is issued by release managers, with file names that cannot leave a folder', async () => {
    expect((await encode({ licence: LICENCE, filename: 'a.lic' }, 'operator')).status).toBe(403);
    const names = [
      '../a',
      '..%2fa',
      '%252e',
      'a\\b',
      '/etc/passwd',
      'CON',
      'nul.lic',
      'a'.repeat(300),
      'a\u202Ecil.exe',
      ' ',
      'a.',
    ];
    for (const filename of names) {
      const { status, body } = await encode({ licence: LICENCE, filename });
      expect([filename, status, body['fields']]).toEqual([filename, 400, { filename: expect.any(String) as string }]);
    }
    expect((await encode({ licence: LICENCE, filename: 'a\0' })).status).toBe(400);
  });

  it.each([
    ['no entries', {}],
    ['a list', { list: [1] }],
    ['a nested entry', { a: { b: 1 } }],
    ['null', { a: null }],
    ['an empty name', { '': 'x' }],
    ['a name with a control character', { 'a\n': 'x' }],
    ['a long value', { a: 'x'.repeat(5_001) }],
    ['too many entries', Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`n${index}`, 1]))],
  ])('is not issued with %s', async (_name, licence) => {
    expect(await encode({ licence, filename: 'a.lic' })).toMatchObject({ status: 400 });
  });

  it('is not issued with the name __proto__ or an invalid number', async () => {
    for (const licence of ['{"__proto__":"x"}', '{"a":1e999}']) {
      const answer = await post('/api/licence/encode', `{"licence":${licence},"filename":"a.lic"}`, {
        authorization: 'release-manager',
        'content-type': 'application/json',
      });
      expect(answer.status).toBe(400);
    }
    expect(encodeLicence.body?.safeParse({ licence: { a: 1 }, filename: 'a.lic', more: 1 }).success).toBe(false);
    for (const order of [[], ['a', 'a'], ['b'], ['a', 'b']])
      expect(encodeLicence.body?.safeParse({ licence: { a: 1 }, filename: 'a.lic', order }).success).toBe(false);
  });
});

describe('an upload', () => {
  it('that is not a licence is invalid, with a reason [LIC-05] [LIC-08]', async () => {
    const no = 'The file is not a Mission Control licence.';
    const uploads: [string | Buffer, string][] = [
      ['hello', no],
      ['', 'The file is empty.'],
      ['\n', no],
      ['{"valid":true}', no],
      [JSON.stringify({ licence: LICENCE }), no],
      [Buffer.alloc(2_000_000, 0), no],
      [Buffer.from([0xff, 0xfe, 0x00, 0xd8]), no],
      [
        `Mission Control licence, format 1\nKey: 0123456789abcdef\nSignature: ${'A'.repeat(86)}==\n\n{}\n`,
        'The licence was signed with key 0123456789abcdef, which this console does not have.',
      ],
      [
        `Mission Control licence, format 1\nKey: ${t.ports.signing.keys[0].id}\nSignature: ${'A'.repeat(86)}==\n\n{}\n`,
        'The licence was changed after it was signed.',
      ],
    ];
    for (const [content, reason] of uploads) {
      expect(await decode(content)).toEqual({ status: 200, body: { valid: false, licence: {}, order: [], reason } });
    }
  });

  it('that is malformed or too large is refused', async () => {
    const headers = { authorization: 'viewer' };
    expect(await decode(Buffer.alloc(2_097_153))).toMatchObject({
      status: 413,
      body: { error: 'A licence has 2 MB at most. Choose the licence file itself.' },
    });
    expect((await decode(Buffer.alloc(20_000_000))).status).toBe(413);
    expect(await decode('x', 'other')).toMatchObject({
      status: 400,
      body: { fields: { file: expect.any(String) as string } },
    });
    expect((await post('/api/licence/decode', { file: 'x' }, headers)).status).toBe(415);
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post('/api/licence/decode', '--x\r\nnonsense', form)).status).toBe(400);
    expect((await post('/api/licence/decode', '', headers)).status).toBe(400);
  });
});
