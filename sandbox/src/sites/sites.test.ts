import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSites, moodOf } from './answer-site.ts';
import { centresOf, languagesOf } from './centres.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(createSites()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** fetch sets the Host header itself. */
function ask(host: string, path: string, method = 'GET', body?: string): Promise<{ status: number; text: string }> {
  return new Promise((settle, fail) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (part) => void (text += String(part)));
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', fail);
    asked.end(body);
  });
}

describe('the sites of the fleet', () => {
  const coursepro = 'brimham-active.coursepro.co.uk';

  it('respond by Host header, deterministically', async () => {
    expect((await ask(coursepro, '/')).text).toContain(coursepro);
    const centres = await ask(coursepro, '/api/centres');
    expect(centres.status).toBe(200);
    expect(JSON.parse(centres.text)).toEqual(centresOf(coursepro));
    expect(await ask(`${coursepro.toUpperCase()}:443`, '/api/centres?a=b')).toEqual(centres);
    expect(JSON.parse((await ask(coursepro, '/api/languages')).text)).toEqual(languagesOf(coursepro));
    expect((await ask('elm.coursepro.co.uk', '/api/centres')).text).not.toBe(centres.text);
  });

  it('store what Strive receives, separately per site', async () => {
    const path = '/api/centres-and-languages';
    expect((await ask('elm.api.strive.co.uk', path)).status).toBe(404);
    expect((await ask('elm.api.strive.co.uk', path, 'PUT', '{"centres":[1]}')).status).toBe(200);
    expect((await ask('elm.api.strive.co.uk', path, 'PUT', 'no json')).status).toBe(400);
    expect((await ask('elm.api.strive.co.uk', path)).text).toBe('{"centres":[1]}');
    expect((await ask('ash.api.strive.co.uk', path)).status).toBe(404);
  });

  it('reject everything else', async () => {
    expect((await ask(coursepro, '/api/members')).status).toBe(404);
    expect((await ask(coursepro, '/constructor')).status).toBe(404);
    expect((await ask(coursepro, '/', 'DELETE')).status).toBe(405);
    expect((await ask('<script>', '/')).text).not.toContain('<script>');
  });

  it('fail as scripted', async () => {
    expect((await ask('elm-down.coursepro.co.uk', '/')).status).toBe(503);
    expect((await ask('elm-garbled.coursepro.co.uk', '/api/centres')).text).toContain('<!doctype html>');
    expect(moodOf('elm-silent.coursepro.co.uk')).toBe('silent');
    const hosts = Array.from({ length: 500 }, (_, at) => `tenant-${at}.coursepro.co.uk`);
    const down = hosts.filter((host) => moodOf(host) !== 'well');
    expect(down.length).toBeGreaterThan(5);
    expect(down.length).toBeLessThan(50);
    expect(down).toEqual(hosts.filter((host) => moodOf(host) === 'down'));
    for (const host of [coursepro, 'brimham-active.api.strive.co.uk']) expect(moodOf(host)).toBe('well');
  });

  it('run in a process that ends with its parent', async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(line)).toMatch(/^Sites answer on http:\/\/127\.0\.0\.1:\d+\n$/);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
