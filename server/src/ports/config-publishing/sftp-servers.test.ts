import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSftpServers } from './sftp-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'mc-servers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wire = (part: string | Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, Buffer.from(part)]);
};
const BLOB = Buffer.concat([wire('ssh-ed25519'), wire(Buffer.alloc(32, 7))]);
const HOST_KEY = `ssh-ed25519 ${BLOB.toString('base64')}`;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PRIVATE = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const LOCKED = privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
writeFileSync(join(folder, 'key'), PRIVATE);
writeFileSync(join(folder, 'key.pub'), HOST_KEY);
writeFileSync(join(folder, 'locked'), LOCKED);

const read = (content: unknown) => {
  const file = join(folder, 'servers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSftpServers(file);
};
const server = { user: 'console', private_key_file: 'key', host_key: HOST_KEY, root: '/srv/console' };

describe('SFTP_SERVERS_FILE', () => {
  it('merges defaults into each server, whose name is the default address', () => {
    const servers = read({
      defaults: { port: 2222, user: 'console', private_key_file: 'key', root: '/srv/console' },
      servers: {
        'eu-web-1': { host_key: HOST_KEY },
        'eu-web-2.example': { host_key: [HOST_KEY, `${HOST_KEY} a comment`], address: '10.1.0.7', port: 22, root: '/' },
      },
    });
    const first = servers.get('eu-web-1');
    expect(first).toMatchObject({ address: 'eu-web-1', port: 2222, user: 'console', root: '/srv/console' });
    expect(first).toMatchObject({ hostKeyKind: 'ssh-ed25519', hostKeys: [BLOB] });
    expect(first?.privateKey.toString()).toBe(PRIVATE);
    expect(servers.get('eu-web-2.example')).toMatchObject({ address: '10.1.0.7', port: 22, root: '/' });
    expect(servers.get('eu-web-2.example')?.hostKeys).toEqual([BLOB, BLOB]);
    expect(servers.has('constructor')).toBe(false);
  });

  it('uses port 22 by default', () => {
    expect(read({ servers: { 'eu-web-1': server } }).get('eu-web-1')?.port).toBe(22);
  });

  it('lists all faults with their places', () => {
    const broken = {
      'no-pin': { ...server, host_key: undefined },
      'half-pin': { ...server, host_key: HOST_KEY.slice(0, 40) },
      'old-pin': { ...server, host_key: HOST_KEY.replace('ssh-ed25519', 'ssh-dss') },
      'two-kinds': { ...server, host_key: [HOST_KEY, `ecdsa-sha2-nistp256 ${BLOB.toString('base64')}`] },
      'relative-root': { ...server, root: 'srv' },
      'rising-root': { ...server, root: '/srv/../etc' },
      'bad-port': { ...server, port: 70_000 },
      'password-set': { ...server, password: 'hunter2' },
      'no-file': { ...server, private_key_file: 'absent' },
      'public-key': { ...server, private_key_file: 'key.pub' },
      'locked-key': { ...server, private_key_file: 'locked' },
      'no-key': { ...server, private_key_file: 'servers.json' },
      '../host': server,
    };
    let message = '';
    try {
      read({ servers: broken });
    } catch (error) {
      message = (error as Error).message;
    }
    const places = [
      'no-pin.host_key: ',
      'half-pin.host_key: is not complete',
      'old-pin.host_key: is not a host key',
      'two-kinds.host_key: has keys of several kinds',
      'relative-root.root: must be an absolute folder',
      'rising-root.root: must not have',
      'bad-port.port: ',
      'password-set: Unrecognized key',
      'no-file.private_key_file: cannot be read (ENOENT)',
      'public-key.private_key_file: is a public key',
      'locked-key.private_key_file: has a passphrase',
      'no-key.private_key_file: is not a private key',
      '../host: is not a host name',
    ];
    expect(message).toContain(`SFTP_SERVERS_FILE has ${places.length} errors:\n`);
    expect(places.filter((place) => !message.includes(`\n  servers.${place}`))).toEqual([]);
    expect(message).not.toContain('hunter2');
  });

  it('explains why the file is unusable, without quoting it', () => {
    const secret = PRIVATE.split('\n')[2] ?? '';
    expect(() => readSftpServers(join(folder, 'absent.json'))).toThrow('SFTP_SERVERS_FILE cannot be read (ENOENT).');
    expect(() => read('{"servers": {\n  nonsense')).toThrow(
      /^SFTP_SERVERS_FILE is not valid JSON \(line 2 column 3\)\.$/,
    );
    for (const content of [PRIVATE, { servers: secret }, { [secret]: 1 }, { servers: {} }, [], 'null', '']) {
      expect(() => read(content)).toThrow(/^SFTP_SERVERS_FILE (is not valid JSON|has \d error)/);
    }
    for (const content of [PRIVATE, { servers: secret }, { servers: { a: { ...server, private_key_file: secret } } }]) {
      expect(() => read(content)).not.toThrow(secret);
    }
  });
});
