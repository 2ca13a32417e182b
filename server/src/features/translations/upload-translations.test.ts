import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MASKED } from '@mission-control/contract/soap/rules';
import { uploadTranslations } from '@mission-control/contract/translations/calls';
import type { Ctx } from '../../platform/context.ts';
import { createAddressRules } from '../../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient } from '../../platform/http/site-client.ts';
import { createStraker, noTranslations } from '../../ports/translations.ts';
import { createReleaseCtx, type ReleaseCtx } from '../releases/testing/release-ctx.ts';
import { outputOf } from '../runs/public.ts';
import { uploadSources } from './feature.ts';

/** Requests to Straker, and its responses. */
const sent: { authorization: string | undefined; form: FormData }[] = [];
let reply = { status: 200, body: '{"success":true,"job_key":"TJ1"}' };
let straker: Server;
let r: ReleaseCtx;
beforeAll(async () => {
  straker = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      // oxlint-disable-next-line typescript/no-deprecated -- a mock for a few files
      const form = await new Response(Buffer.concat(parts), { headers }).formData();
      sent.push({ authorization: request.headers.authorization, form });
      response.writeHead(reply.status).end(reply.body);
    })();
  }).listen(0, '127.0.0.1');
  await once(straker, 'listening');
  r = await createReleaseCtx();
}, 60_000);
afterAll(async () => {
  straker.close();
  await r.t.close();
});

function amelia(token = 'word'): Ctx {
  const gateway = `http://127.0.0.1:${(straker.address() as AddressInfo).port}`;
  const client = createSiteClient({ rules: createAddressRules([]), ports: [], gateway });
  const ctx = r.as('amelia.hart');
  const translations = createStraker({ client, address: 'https://straker.example.com', token });
  return { ...ctx, ports: { ...ctx.ports, translations } };
}

const upload = async (...wanted: Parameters<typeof uploadSources>) => outputOf(await uploadSources(...wanted));

describe('an upload of translations', { timeout: 60_000 }, () => {
  it('sends the source texts of the type on the branch to Straker [TRN-02] [TRN-06]', async () => {
    for (const type of ['strive', 'strive-bg', 'homeportal'] as const) {
      sent.length = 0;
      const answer = await upload(amelia(), { type, branch: 'develop' });
      expect(answer.output).toContain('job TJ1  DONE');
      const [one] = sent;
      expect(one?.authorization).toBe('Bearer word');
      expect(one?.form.get('title')).toBe(`${type} develop`);
      const file = one?.form.get('source_file') as File;
      expect(file.name).toBe(`${type}-en.json`);
      expect(`${await file.text()}`.trim()).toBe(r.git('coursepro', 'show', `develop:translations/${type}/en.json`));
    }
  });

  it('defaults to the main branch [TRN-05]', async () => {
    for (const branch of ['', null, undefined] as const) {
      const body = uploadTranslations.body?.parse({ type: 'strive', branch });
      expect((await upload(amelia(), body ?? { type: 'strive' })).output).toContain('main is at');
    }
    expect(uploadTranslations.body?.safeParse({ type: 'strive', branch: '--upload-pack=x' }).success).toBe(false);
    expect(uploadTranslations.body?.safeParse({ type: 'other' }).success).toBe(false);
  });

  it('reports why Straker rejected it [TRN-06]', async () => {
    const replies = [
      [422, '{"success":false,"message":"the project is closed"}', 'Straker refused the file: the project is closed'],
      [401, '{}', 'Straker does not accept the token (401). Check STRAKER_TOKEN.'],
      [500, '<html>', 'Straker answered with an error (500).'],
      [200, 'yes', 'Straker returned an unexpected response.'],
      [
        400,
        '{"message":"no\\n\\u0000such token: Bearer word"}',
        `Straker refused the file: no such token: Bearer ${MASKED}`,
      ],
    ] as const;
    for (const [status, body, message] of replies) {
      reply = { status, body };
      const uploading = upload(amelia(), { type: 'strive', branch: 'main' });
      await expect(uploading).rejects.toMatchObject({ code: 'target_failed', message });
    }
    const ctx = amelia();
    const without = { ...ctx, ports: { ...ctx.ports, translations: noTranslations } };
    await expect(upload(without, { type: 'strive' })).rejects.toThrow('Set STRAKER_TOKEN');
    await expect(upload(ctx, { type: 'strive', branch: 'no-such-branch' })).rejects.toThrow();
  });

  it('keeps the first 100 characters of a long job key, without the token', async () => {
    reply = { status: 200, body: JSON.stringify({ success: true, job_key: `Bearer word-${'7'.repeat(200)}` }) };
    const job = `Bearer ${MASKED}-`;
    const answer = await upload(amelia(), { type: 'strive', branch: 'main' });
    expect(answer.output).toContain(`job ${job.padEnd(100, '7')}  DONE`);
  });

  it('waits at most a minute for Straker', async () => {
    const waits: (number | undefined)[] = [];
    const client: SiteClient = {
      send: async ({ timeoutMs }) => {
        waits.push(timeoutMs);
        throw new Error('It is silent.');
      },
      connect: async () => 0,
    };
    const silent = createStraker({ client, address: 'https://straker.example.com', token: 'word' });
    await expect(silent.upload('title', { name: 'a.json', content: Buffer.from('{}') })).rejects.toThrow('silent');
    expect(waits).toEqual([60_000]);
  });
});
