import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startNameServer } from '../testing/name-server.ts';
import { createResolve } from './resolve-host.ts';
import { createSiteClient } from './site-client.ts';

let names: Awaited<ReturnType<typeof startNameServer>>;
let folder = '';
beforeEach(async () => {
  names = await startNameServer();
  folder = temporaryFolder(onTestFinished);
});
afterEach(() => names.close());

const KNOWN = [{ address: '192.0.2.7', family: 4 }];

describe('the lookup of a host', () => {
  it('waits for no other one: domains whose name servers stay silent do not block the others', async () => {
    const resolve = createResolve({ servers: [names.server] });
    const sites = createSiteClient({ rules: () => 'a test network', ports: [], resolve });
    const ended: string[] = [];
    const probe = async (host: string) => {
      await sites
        .send({ url: `http://${host}/`, timeoutMs: 1_000 })
        .catch((error: unknown) => ended.push(String(error)));
    };
    const dead = Array.from({ length: 20 }, (_, index) => probe(`silent-${index}.example`));
    await expect.poll(() => new Set(names.asked).size).toBe(20);
    await probe('known.example');
    expect(ended).toEqual(['AppError: known.example leads to a test network. The console does not connect there.']);
    await Promise.all(dead);
    expect(ended[1]).toMatch(/silent-\d+\.example does not respond in time/);
  });

  it('is shared by concurrent callers', async () => {
    const resolve = createResolve({ servers: [names.server] });
    const both = await Promise.all([resolve('known.example'), resolve('known.example')]);
    expect(both).toEqual([KNOWN, KNOWN]);
    expect(names.asked).toEqual(['known.example', 'known.example']);
    expect(await resolve('known.example.')).toEqual(KNOWN);
    expect(names.asked).toHaveLength(4);
  });

  it('uses the hosts file first, as it is now, and knows localhost', async () => {
    const hostsFile = join(folder, 'hosts');
    const resolve = createResolve({ servers: [names.server], hostsFile });
    expect(await resolve('known.example')).toEqual(KNOWN);
    writeFileSync(
      hostsFile,
      '# known.example\n192.0.2.1 other.example Known.Example # x\n\n2001:db8::1\tknown.example\nx known.example\n',
    );
    for (const name of ['known.example', 'known.example.'])
      expect((await resolve(name)).map(({ address }) => address).toSorted()).toEqual(['192.0.2.1', '2001:db8::1']);
    expect(await resolve('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(names.asked).toHaveLength(2);
  });

  it.each([2, 4, 5])('asks the next name server after the error %i', async (code) => {
    const failing = await startNameServer(code);
    onTestFinished(failing.close);
    const resolve = createResolve({ servers: [failing.server, names.server] });
    expect(await resolve('known.example')).toEqual(KNOWN);
    await expect(resolve('other.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(createResolve({ servers: [failing.server] })('known.example')).rejects.toThrow('cannot be looked up');
  });

  it('gives the second family only a moment when the first has addresses', async () => {
    const resolve = createResolve({ servers: [names.server], first: 4 });
    expect(await resolve('half-known.example')).toEqual(KNOWN);
    // A silent name server would be asked again.
    expect(names.asked).toHaveLength(2);
  });

  it('continues in the search domains when a name does not exist', async () => {
    const resolvFile = join(folder, 'resolv.conf');
    writeFileSync(
      resolvFile,
      'domain ignored\nnameserver 192.0.2.1\nsearch one.example known.example\noptions ndots:5\n',
    );
    const resolve = createResolve({ servers: [names.server], resolvFile });
    expect(await resolve('service.namespace')).toEqual(KNOWN);
    const searched = ['service.namespace', 'service.namespace.one.example', 'service.namespace.known.example'];
    expect([...new Set(names.asked)]).toEqual(searched);
    await expect(resolve('service.namespace.')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolve('code2.namespace')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect([...new Set(names.asked)]).toEqual([...searched, 'code2.namespace']);
  });

  it('passes over a search domain that cannot be asked', async () => {
    const resolvFile = join(folder, 'resolv.conf');
    const resolve = createResolve({ servers: [names.server], resolvFile });
    writeFileSync(resolvFile, 'search code2.example known.example\n');
    expect(await resolve('service.namespace')).toEqual(KNOWN);
    writeFileSync(resolvFile, 'search code2.example\n');
    await expect(resolve('service.namespace')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each([
    ['none.example', 'ENOTFOUND'],
    [`${'a'.repeat(64)}.example`, 'ENOTFOUND'],
    ['code2.example', 'EAI_AGAIN'],
    ['code5.example', 'EAI_AGAIN'],
  ])('of %s fails with %s', async (host, code) => {
    await expect(createResolve({ servers: [names.server] })(host)).rejects.toMatchObject({ code });
  });

  it('fails with EAI_AGAIN when no name server listens', async () => {
    names.close();
    const resolve = createResolve({ servers: [names.server] });
    names = await startNameServer();
    await expect(resolve('known.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });
});
