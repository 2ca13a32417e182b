import { hash } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeKey, noOpenssh, startOpenssh, type OpensshOptions, type OpensshServer } from '../testing/openssh.ts';
import { requirePeers } from '../testing/require-peers.ts';
import { sftpFleet, type FleetSettings } from '../testing/sftp-fleet.ts';
import { makeSmallDisk } from '../testing/small-disk.ts';
import type { PublishFile } from './port.ts';
import { publishingSuite } from './publishing-suite.ts';
import { createSftpPublishing, type SftpPublishing } from './sftp-driver.ts';

const base = mkdtempSync(join(tmpdir(), 'mc-sftp-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
requirePeers('Publishing over SFTP is not tested', noOpenssh);

describe.skipIf(noOpenssh)('a real OpenSSH server', () => {
  publishingSuite('SFTP', async () => {
    const sshd = await startOpenssh();
    const folder = mkdtempSync(join(base, 'suite-'));
    const hosts = Array.from({ length: 100 }, (_none, index) => [`web-${index + 1}.example`, sshd] as const);
    const servers = sftpFleet(folder, Object.fromEntries(hosts));
    const publishing = createSftpPublishing({ servers, timeoutMs: 10_000, idleMs: 500 });
    return {
      publishing,
      configDir: (host) => join(folder, host, 'config'),
      outsideDir: mkdtempSync(join(base, 'outside-')),
      close: async () => {
        publishing.close();
        await sshd.stop();
      },
    };
  });
});

const PATH = 'tenants/1/strive.env';
const ID = 'a-publication';
const fileOf = (text: string, path = PATH): PublishFile => {
  const content = Buffer.from(text);
  return { path, content, sha256: hash('sha256', content) };
};

/** Records the changes and flushes requested below a folder, in order. */
function noteRequests(root: string): string[] {
  const { SFTP } = createRequire(import.meta.url)('ssh2/lib/protocol/SFTP.js') as {
    SFTP: { prototype: Record<string, (...args: never[]) => unknown> };
  };
  const seen: string[] = [];
  const paths = new Map<string, string>();
  const note = (name: string, on: (args: unknown[]) => unknown[]): void => {
    const real = SFTP.prototype[name];
    const spy = vi.spyOn(SFTP.prototype, name).mockImplementation(function (this: object, ...args: unknown[]) {
      return real?.apply(this, on(args) as never[]);
    });
    onTestFinished(() => spy.mockRestore());
  };
  const say = (what: string, path: unknown): void => void seen.push(`${what} ${relative(root, String(path)) || '.'}`);
  const first = (what: string) => (args: unknown[]) => (say(what, args[0]), args);
  note('mkdir', first('made'));
  note('ext_openssh_rename', ([from, ...rest]) => {
    // The probe for the extension has no folder.
    if (String(from).startsWith(root)) say('renamed', from);
    return [from, ...rest];
  });
  note('unlink', first('removed'));
  note('ext_openssh_fsync', ([handle, ...rest]) => {
    say('flushed', paths.get((handle as Buffer).toString('hex')));
    return [handle, ...rest];
  });
  note('open', (args) => {
    const done = args.at(-1) as (error: unknown, handle?: Buffer) => void;
    const known = (error: unknown, handle?: Buffer): void => {
      if (handle) paths.set(handle.toString('hex'), String(args[0]));
      done(error, handle);
    };
    return [...args.slice(0, -1), known];
  });
  return seen;
}

describe.skipIf(noOpenssh)('the SFTP driver', () => {
  let sshd: OpensshServer;
  let folders = 0;
  const open: SftpPublishing[] = [];
  beforeAll(async () => void (sshd = await startOpenssh()));
  afterAll(async () => {
    for (const publishing of open) publishing.close();
    await sshd.stop();
  });

  const setUp = (
    settings: FleetSettings = {},
    { timeoutMs = 10_000, idleMs = 10_000, hosts = { 'web-1': sshd } as Record<string, OpensshServer> } = {},
  ) => {
    const folder = join(base, `driver-${(folders += 1)}`);
    mkdirSync(folder);
    const publishing = createSftpPublishing({ servers: sftpFleet(folder, hosts, settings), timeoutMs, idleMs });
    open.push(publishing);
    return { publishing, root: join(folder, 'web-1'), folder };
  };
  /** A server that the running test may break. */
  const another = async (options?: OpensshOptions) => {
    const server = await startOpenssh(options);
    onTestFinished(() => server.stop());
    return server;
  };
  const web = { host: 'web-1' };
  const ok = { ...web, ok: true };
  const failed = (error: RegExp) => ({ ...web, ok: false, error: expect.stringMatching(error) as string });
  const everyStep = async (publishing: SftpPublishing) => [
    await publishing.stage(web, fileOf('x'), ID),
    await publishing.verify(web, fileOf('x'), ID),
    await publishing.activate(web, fileOf('x'), ID),
  ];

  it('rejects a server whose host key changed, with instructions, and writes nothing', async () => {
    const other = await another();
    const { publishing, root } = setUp({}, { hosts: { 'web-1': other } });
    const pinned = other.hostKey();
    await other.kill();
    other.changeHostKey();
    await other.start();
    const shown = execFileSync('ssh-keygen', ['-lf', '-'], { input: other.hostKey(), encoding: 'utf8' }).split(' ')[1];
    const outcomes = await everyStep(publishing);
    expect(outcomes).toEqual(Array(3).fill(failed(/has changed to SHA256:.*nothing was written.*SFTP_SERVERS_FILE/)));
    expect(JSON.stringify(outcomes)).toContain(shown);
    await expect(publishing.read(web, PATH)).rejects.toMatchObject({ code: 'target_failed' });
    expect(readdirSync(root)).toEqual([]);
    // During a key rotation both may be pinned.
    const both = setUp({ host_key: [pinned, other.hostKey()] }, { hosts: { 'web-1': other } });
    expect(await everyStep(both.publishing)).toEqual([ok, ok, ok]);
  });

  it('rejects a server without a key of the pinned kind', async () => {
    const path = join(base, 'ecdsa');
    execFileSync('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', path]);
    const { publishing, root } = setUp({ host_key: readFileSync(`${path}.pub`, 'utf8').trim() });
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(failed(/no longer has a host key of the pinned kind/));
    expect(readdirSync(root)).toEqual([]);
  });

  it('reports that the key or user of the console is rejected', async () => {
    const stranger = join(base, 'stranger');
    makeKey(stranger);
    for (const settings of [{ private_key_file: stranger }, { user: 'nobody-here' }]) {
      const { publishing, root } = setUp(settings);
      expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(failed(/does not accept the key/));
      expect(readdirSync(root)).toEqual([]);
    }
  });

  it('rejects an unlisted server, including names of object properties', async () => {
    const { publishing } = setUp();
    for (const host of ['web-2', 'constructor', 'toString']) {
      const outcome = await publishing.stage({ host }, fileOf('x'), ID);
      expect(outcome).toEqual({ host, ok: false, error: 'The server is not listed in SFTP_SERVERS_FILE.' });
    }
  });

  it('does not create the root, since a disk may be unmounted', async () => {
    const absent = join(base, 'not-mounted');
    const { publishing } = setUp({ root: absent });
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(failed(/configured root is not a folder/));
    await expect(publishing.read(web, PATH)).rejects.toMatchObject({ code: 'target_failed' });
    expect(existsSync(absent)).toBe(false);
  });

  it('accepts a root that is a symbolic link', async () => {
    const { root } = setUp();
    symlinkSync(root, join(base, 'linked-root'));
    const { publishing } = setUp({ root: join(base, 'linked-root/') });
    expect(await everyStep(publishing)).toEqual([ok, ok, ok]);
    expect(readFileSync(join(root, 'config', PATH), 'utf8')).toBe('x');
  });

  it('replaces a temporary file left by an aborted attempt', async () => {
    const { publishing, root } = setUp();
    expect(await publishing.stage(web, fileOf('a longer content'), ID)).toEqual(ok);
    expect(await everyStep(publishing)).toEqual([ok, ok, ok]);
    expect(readdirSync(join(root, 'config/tenants/1'))).toEqual(['strive.env']);
  });

  it('publishes and reads back large and empty files', async () => {
    const { publishing } = setUp();
    for (const text of ['ü'.repeat(1_500_000), '']) {
      const file = fileOf(text);
      for (const step of ['stage', 'verify', 'activate'] as const) {
        expect(await publishing[step](web, file, ID)).toEqual(ok);
      }
      expect((await publishing.read(web, PATH))?.equals(file.content)).toBe(true);
    }
  });

  it('does not block on a pipe in place of the staged or published file', async () => {
    const { publishing, root } = setUp();
    const folder = join(root, 'config/tenants/1');
    mkdirSync(folder, { recursive: true });
    execFileSync('mkfifo', [join(folder, 'strive.env'), join(folder, `.tmp.${ID}`)]);
    expect(await everyStep(publishing)).toEqual(Array(3).fill(failed(/other than a file has this name/)));
    await expect(publishing.read(web, PATH)).rejects.toMatchObject({ code: 'target_failed' });
  });

  it('reuses an idle connection, and reconnects when the server has dropped it', async () => {
    const { publishing } = setUp();
    const before = sshd.connections();
    await Promise.all(Array.from({ length: 20 }, (_none, n) => publishing.stage(web, fileOf('x'), `id-${n}`)));
    expect(sshd.connections()).toBe(before + 1);
    await sshd.kill();
    await sshd.start();
    expect(await everyStep(publishing)).toEqual([ok, ok, ok]);
    // Dropped too recently for the client to have noticed.
    sshd.dropConnections();
    expect(await publishing.activate(web, fileOf('x'), ID)).toEqual(ok);
  });

  it('closes idle connections, and all connections when it is closed', async () => {
    const { publishing } = setUp({}, { idleMs: 0 });
    const kept = setUp().publishing;
    const before = sshd.connections();
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(ok);
    await vi.waitFor(() => expect(sshd.connections()).toBe(before));
    expect(await kept.stage(web, fileOf('x'), ID)).toEqual(ok);
    expect(sshd.connections()).toBe(before + 1);
    kept.close();
    await vi.waitFor(() => expect(sshd.connections()).toBe(before));
    expect(await kept.stage(web, fileOf('x'), ID)).toEqual(failed(/is stopping/));
  });

  it('recovers after a server was killed between stage and activate', async () => {
    const { publishing } = setUp();
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(ok);
    await sshd.kill();
    expect(await publishing.activate(web, fileOf('x'), ID)).toEqual(failed(/refuses connections/));
    await sshd.start();
    expect(await publishing.read(web, PATH)).toBeNull();
    expect(await publishing.activate(web, fileOf('x'), ID)).toEqual(ok);
    expect(await publishing.read(web, PATH)).toEqual(Buffer.from('x'));
  });

  it('times out on a hanging server, connected or not, without delaying others', async () => {
    const other = await another();
    const { publishing } = setUp({}, { timeoutMs: 2_000, hosts: { 'web-1': other, 'web-2': sshd } });
    const host = 'web-2';
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(ok);
    other.pause();
    // First on the idle connection, then on one accepted by the kernel only.
    for (let round = 0; round < 2; round++) {
      const [first, second] = await Promise.all(
        [web, { host }].map((target) => publishing.stage(target, fileOf('x'), ID)),
      );
      expect(first).toEqual({ ...failed(/^No response within 2 s\.$/), silent: true });
      expect(second).toEqual({ host, ok: true });
    }
    other.resume();
    expect(await everyStep(publishing)).toEqual([ok, ok, ok]);
  });

  it('reports a full disk, keeps the old file and removes the partial new one', async () => {
    const other = await another();
    const { publishing, root } = setUp({}, { hosts: { 'web-1': other } });
    const disk = makeSmallDisk(root, other);
    try {
      expect(await everyStep(publishing)).toEqual([ok, ok, ok]);
      await disk.fill();
      const file = fileOf('y'.repeat(10_000));
      expect(await publishing.stage(web, file, ID)).toEqual(failed(/^The (disk of the server is full|server .*full)/));
      expect(readdirSync(join(root, 'config/tenants/1'))).toEqual(['strive.env']);
      expect(await publishing.read(web, PATH)).toEqual(Buffer.from('x'));
      await disk.free();
      expect(await publishing.stage(web, file, ID)).toEqual(ok);
      expect(await publishing.activate(web, file, ID)).toEqual(ok);
    } finally {
      publishing.close();
      disk.remove();
    }
  });

  it('flushes the staged file before its name, and each folder after a name in it was created, replaced or removed', async () => {
    const { publishing, root } = setUp();
    const seen = noteRequests(root);
    await everyStep(publishing);
    const FOLDER = 'config/tenants/1';
    expect(seen.splice(0)).toEqual([
      'made config',
      'flushed .',
      'made config/tenants',
      'flushed config',
      `made ${FOLDER}`,
      'flushed config/tenants',
      `flushed ${FOLDER}/.tmp.${ID}`,
      `flushed ${FOLDER}`,
      `renamed ${FOLDER}/.tmp.${ID}`,
      `flushed ${FOLDER}`,
    ]);
    await publishing.withdraw(web, PATH);
    expect(seen).toEqual([`removed ${FOLDER}/strive.env`, `flushed ${FOLDER}`]);
  });

  it.each(['posix-rename', 'fsync'])('publishes nothing to a server without %s', async (request) => {
    const other = await another({ without: [request] });
    const { publishing, root } = setUp({}, { hosts: { 'web-1': other } });
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(failed(/use OpenSSH/));
    expect(readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith(ID))).toEqual([]);
    publishing.close();
  });

  // Root can write everywhere.
  it.skipIf(process.getuid?.() === 0)('reports a folder without write permission (not as root)', async () => {
    const { publishing, root } = setUp();
    chmodSync(root, 0o500);
    expect(await publishing.stage(web, fileOf('x'), ID)).toEqual(failed(/no permission/));
  });
});
