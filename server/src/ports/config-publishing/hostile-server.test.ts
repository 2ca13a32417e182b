import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import ssh2, { type ServerChannel } from 'ssh2';
import { expect, it, onTestFinished } from 'vitest';
import { createSftpPublishing, type SftpPublishing } from './sftp-driver.ts';

const keys = { host: ssh2.utils.generateKeyPairSync('ed25519'), console: ssh2.utils.generateKeyPairSync('ed25519') };
const web = { host: 'web-1' };

/** A request: type, id, and the rest. */
interface Request {
  type: number;
  id: Buffer;
  rest: Buffer;
}
type Answer = (request: Request) => Buffer | null;

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string | Buffer): Buffer => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(value)]);
const packet = (type: number, ...parts: Buffer[]): Buffer => text(Buffer.concat([Buffer.from([type]), ...parts]));
const status = (id: Buffer, code: number): Buffer => packet(101, id, number(code), text(''), text(''));
const handle = (id: Buffer): Buffer => packet(102, id, text('h'));
/** Attributes with permissions only. */
const mode = (value: number): Buffer => Buffer.concat([number(4), number(value)]);
const [FOLDER, FILE] = [mode(0o040_755), mode(0o100_644)];

const [OPEN, READ, LSTAT, OPENDIR, READDIR, REALPATH, STAT] = [3, 5, 7, 11, 12, 16, 17];

/** A server with the folders and the file that the console expects; `special` replaces answers. */
const usual =
  (special: Answer): Answer =>
  (request) => {
    const { type, id, rest } = request;
    const given = special(request);
    if (given) return given;
    const path = rest.subarray(4).toString();
    const isStaged = posix.basename(path).startsWith('.tmp.');
    if (type === STAT) return packet(105, id, FOLDER);
    if (type === LSTAT) return isStaged ? status(id, 2) : packet(105, id, path.endsWith('.env') ? FILE : FOLDER);
    if (type === REALPATH) return packet(104, id, number(1), text(path), text(''), FOLDER);
    if (type === OPEN || type === OPENDIR) return handle(id);
    return status(id, type === READ || type === READDIR ? 1 : 0);
  };

function serve(channel: ServerChannel, answer: Answer): void {
  let bytes = Buffer.alloc(0);
  channel.on('data', (part: Buffer) => {
    bytes = Buffer.concat([bytes, part]);
    while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE()) {
      const end = 4 + bytes.readUInt32BE();
      const [type = 0, id, rest] = [bytes[4], bytes.subarray(5, 9), bytes.subarray(9, end)];
      bytes = bytes.subarray(end);
      const extensions = ['posix-rename@openssh.com', 'fsync@openssh.com'].map((name) => [text(name), text('1')]);
      const said = type === 1 ? packet(2, number(3), ...extensions.flat()) : answer({ type, id, rest });
      if (said) channel.write(said);
    }
  });
}

async function open(special: Answer): Promise<SftpPublishing> {
  const server = new ssh2.Server({ hostKeys: [keys.host.private] }, (client) => {
    client.on('error', () => undefined);
    // Missing in the types.
    (client as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
    client.on('authentication', (login) => login.accept());
    client.on('session', (accept) => {
      accept().on('subsystem', (take) => serve(take(), usual(special)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hostKey = ssh2.utils.parseKey(keys.host.public);
  if (hostKey instanceof Error) throw hostKey;
  const publishing = createSftpPublishing({
    servers: new Map([
      [
        web.host,
        {
          address: '127.0.0.1',
          port,
          user: 'console',
          privateKey: Buffer.from(keys.console.private),
          hostKeyKind: 'ssh-ed25519',
          hostKeys: [hostKey.getPublicSSH()],
          root: '/srv',
        },
      ],
    ]),
    timeoutMs: 60_000,
    idleMs: 1_000,
  });
  onTestFinished(() => {
    publishing.close();
    server.close();
  });
  return publishing;
}

it.each([
  ['entries', 'a', 1_000],
  ['its own entry', '.', 1],
  ['no entries', 'a', 0],
])('publishes to a server that lists %s without end', async (_what, name, count) => {
  const entry = Buffer.concat([text(name), text(''), FILE]);
  const entries = Buffer.concat(Array.from({ length: count }, () => entry));
  const publishing = await open(({ type, id }) => (type === READDIR ? packet(104, id, number(count), entries) : null));
  const file = { path: 'tenants/1/strive.env', content: Buffer.from('x'), sha256: '' };
  expect(await publishing.stage(web, file, 'a-publication')).toEqual({ ...web, ok: true });
});
