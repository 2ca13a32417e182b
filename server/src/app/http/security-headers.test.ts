import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { pictureOrigins } from '../drivers/files.ts';
import { createConsoleApp } from '../testing/console-app.ts';

const t = setUpTestCtx();
let app: FastifyInstance;
const webRoot = temporaryFolder();
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Mission Control</title>');
  const settings = {
    PUBLIC_URL: 'https://console.example/',
    FILES_BUCKET: 'https://s3.eu-west-1.amazonaws.com/branding',
  };
  app = await createConsoleApp(t, { secure: true, webRoot, pictureOrigins: pictureOrigins(settings) });
});
afterAll(() => app.close());

/** The connect-src of an address, and the rest of its content security policy. */
async function policyOf(url: string) {
  const { headers, statusCode } = await app.inject({ method: 'GET', url });
  expect(statusCode, url).toBe(200);
  const directives = String(headers['content-security-policy']).split(';');
  const asks = directives.filter((one) => one.startsWith('connect-src '));
  return { asks, rest: directives.filter((one) => !asks.includes(one)) };
}

it('lets Val send requests to the machine of the user only (C-119)', async () => {
  const val = await policyOf('/val?x=1');
  expect(val.asks).toEqual(["connect-src 'self' http://localhost:* http://127.0.0.1:*"]);
  expect(val.rest).toEqual((await policyOf('/')).rest);
});

it.each(['/', '/about', '/debug', '/tenant/1', '/val/more', '/vali', '/tenant/val', '/nope?/val'])(
  'lets %s send requests to the console only',
  async (url) => expect((await policyOf(url)).asks).toEqual(["connect-src 'self'"]),
);

it('allows logos only from the public address and the bucket', async () => {
  const { rest } = await policyOf('/tenant/1/branding');
  expect(rest).toContain("img-src 'self' data: https://console.example https://s3.eu-west-1.amazonaws.com");
});
