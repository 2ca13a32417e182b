import { defineCall, type Role } from '@mission-control/contract/call';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { handle } from '../../platform/calls/handler.ts';
import type { Services } from '../../platform/context.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { acceptForms, parseFormBody } from './form-body.ts';
import { refuseHostile } from './guard-input.ts';
import { answerError } from './http-errors.ts';
import { mountCalls } from './mount.ts';

const TYPE = 'multipart/form-data; boundary=XX';
const part = (head: string, text: string): string =>
  `--XX\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
const parse = async (text: string, type = TYPE) => {
  const parts = await parseFormBody(type, new TextEncoder().encode(text));
  refuseHostile(parts);
  return parts;
};

describe('a form', () => {
  it('becomes an object of its parts, with files as File', async () => {
    const text = `${part('name="a"', 'one')}${part('name="f"; filename="x.png"', 'bytes')}--XX--\r\n`;
    const form = (await parse(text)) as { a: string; f: File };
    expect(form.a).toBe('one');
    expect(form.f).toBeInstanceOf(File);
    expect(await form.f.text()).toBe('bytes');
  });

  it.each([
    ['no form at all', '{"a":1}', TYPE],
    ['no boundary', part('name="a"', '1'), 'multipart/form-data'],
    ['a part that ends early', '--XX\r\ncontent-disposition: form-data; name="a"\r\n\r\n', TYPE],
    ['a part twice', `${part('name="a"', '1')}${part('name="a"', '2')}--XX--\r\n`, TYPE],
    ['a part named __proto__', `${part('name="__proto__"', '1')}--XX--\r\n`, TYPE],
    ['a NUL', `${part('name="a"', '1\0')}--XX--\r\n`, TYPE],
    [
      'hundreds of parts',
      `${Array.from({ length: 300 }, (_, n) => part(`name="a${n}"`, '')).join('')}--XX--\r\n`,
      TYPE,
    ],
  ])('%s is rejected', async (_what, text, type) => {
    await expect(parse(text, type)).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a call that takes a form', () => {
  const facts = {
    method: 'POST',
    access: 'operator',
    summary: 'x',
    body: z.strictObject({ a: z.string() }),
    response: z.object({ a: z.string() }),
  } as const;
  const call = defineCall({ ...facts, name: 'upload', path: '/api/upload', form: true, bodyLimit: 2_000 });
  const plain = defineCall({ ...facts, name: 'plain', path: '/api/plain' });
  const appFor = (role: Role | null) => {
    const app = fastify();
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    acceptForms(app);
    const handlers = [call, plain].map((one) => handle(one, async (_ctx, { body }) => ({ a: body.a })));
    mountCalls(app, [call, plain], handlers, {
      services: { clock: systemClock } as Services,
      authenticate: async () => {
        if (role === null) throw new AppError('not_signed_in', 'Sign in.');
        return { kind: 'user', id: 1, name: 'x', role, sessionId: 's' };
      },
      hasSession: async () => false,
      secureCookies: false,
      stopping: new AbortController().signal,
      checkAnswers: true,
    });
    return app;
  };
  const post = (role: Role | null, text: string, url = '/api/upload') =>
    appFor(role).inject({ method: 'POST', url, headers: { 'content-type': TYPE }, payload: text });
  const form = (text: string): string => `${part('name="a"', text)}--XX--\r\n`;

  it('receives its parts', async () => {
    expect((await post('operator', form('one'))).json()).toEqual({ a: 'one' });
  });

  it('is not read from an unauthorized sender', async () => {
    expect((await post('operator', form('x'.repeat(3_000)))).statusCode).toBe(413);
    expect((await post(null, form('x'.repeat(3_000)))).statusCode).toBe(401);
    expect((await post('viewer', form('x'.repeat(3_000)))).statusCode).toBe(403);
  });

  it('accepts no JSON, and other calls accept no forms', async () => {
    expect((await post('operator', form('one'), '/api/plain')).statusCode).toBe(415);
    const json = await appFor('operator').inject({ method: 'POST', url: '/api/upload', payload: { a: 'one' } });
    expect(json.statusCode).toBe(415);
  });
});
