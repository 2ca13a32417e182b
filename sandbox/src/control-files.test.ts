import type { ControlFile } from '@mission-control/contract/control/schema';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followControlFiles } from './control-files.ts';
import { createSites } from './sites/answer-site.ts';

const HOST = 'brimham-active.coursepro.co.uk';
const root = mkdtempSync(join(tmpdir(), 'mc-control-'));
const folder = (server: string) => join(root, server, 'config', 'tenants', '7');
const control = followControlFiles(root);
let sites: Server;
beforeAll(async () => {
  sites = createServer(createSites(control)).listen(0, '127.0.0.1');
  await once(sites, 'listening');
});
afterAll(() => {
  sites.close();
  rmSync(root, { recursive: true });
});

/** Replaces the file as the console does. */
async function write(change: Partial<ControlFile> | string, server = 'eu-web-1'): Promise<void> {
  const file: ControlFile = {
    tenant: 7,
    service: 'coursepro',
    hosts: [HOST],
    active: true,
    cron: true,
    maintenance: false,
    deployment_group: 'production',
    log_level: 'INFO',
    ends: {},
    ...(typeof change === 'string' ? {} : change),
  };
  mkdirSync(folder(server), { recursive: true });
  const staged = join(folder(server), '.tmp.1');
  writeFileSync(staged, typeof change === 'string' ? change : JSON.stringify(file));
  renameSync(staged, join(folder(server), 'coursepro.control.json'));
  await control.scan();
}

function ask(path = '/'): Promise<{ status: number | undefined; text: string; retryAfter: string | undefined }> {
  return new Promise((settle, fail) => {
    const { port } = sites.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, path, headers: { host: HOST } }, (answer) => {
      let text = '';
      answer.on('data', (part) => void (text += String(part)));
      answer.on('end', () => settle({ status: answer.statusCode, text, retryAfter: answer.headers['retry-after'] }));
    });
    sent.on('error', fail);
    sent.end();
  });
}

describe('a site of the sandbox', () => {
  it('responds normally without a control file', async () => {
    await control.scan();
    expect((await ask()).status).toBe(200);
  });

  it('shows a maintenance page while its file says so, on every path (C-128)', async () => {
    await write({ maintenance: true });
    expect(await ask()).toMatchObject({
      status: 503,
      retryAfter: '60',
      text: expect.stringContaining('under maintenance') as string,
    });
    expect((await ask('/api/centres')).status).toBe(503);
    await write({ maintenance: false });
    expect((await ask()).status).toBe(200);
  });

  it('is closed while its tenant is inactive (C-128)', async () => {
    await write({ active: false });
    expect(await ask()).toMatchObject({ status: 410, text: expect.stringContaining('closed') as string });
    await write({});
    expect((await ask()).status).toBe(200);
  });

  it('ignores a broken file and forgets a withdrawn one', async () => {
    await write({ maintenance: true });
    await write('{"maintenance": tr');
    expect((await ask()).status).toBe(200);
    await write({ maintenance: true });
    rmSync(join(folder('eu-web-1'), 'coursepro.control.json'));
    await control.scan();
    expect((await ask()).status).toBe(200);
    expect(control.of(7, 'coursepro')).toBeUndefined();
  });
});
