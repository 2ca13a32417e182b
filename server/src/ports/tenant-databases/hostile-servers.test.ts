import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { MASKED } from '@mission-control/contract/soap/rules';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabaseServers } from './database-servers.ts';
import type { TenantDatabases } from './port.ts';

const PASSWORD = 'canary-5f0c';
const server = { name: 'eu-db-01', endpoint: '' };
const FAILED = 'The database server eu-db-01 failed. The log of the console has the cause';

/** A server that calls this with each part that it receives, and their number. */
async function open(
  engine: 'postgresql' | 'mariadb',
  answer: (socket: Socket, part: Buffer, number: number) => void,
  password = PASSWORD,
): Promise<TenantDatabases> {
  const fake = createServer((socket) => {
    let number = 0;
    socket.on('error', () => undefined);
    if (engine === 'mariadb') socket.write(GREETING);
    socket.on('data', (part) => answer(socket, part, (number += 1)));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void fake.close());
  await once(fake, 'listening');
  const { port } = fake.address() as AddressInfo;
  const settings = { engine, host: '127.0.0.1', port, user: 'console', password, tls: null };
  // No test waits for this limit.
  return createDatabaseServers(new Map([[server.name, settings]]), 60_000);
}

const failedBy = (cause: string) => ({
  message: expect.stringContaining(FAILED) as string,
  cause: { message: expect.stringContaining(cause) as string },
});
const ENDLESS = 'The server sent more than 8 MB.';

it.each([
  ['postgresql', 'terminated'],
  ['mariadb', 'LOST'],
] as const)(
  'a failure of %s is recognized with the password %s, which is part of its error',
  async (engine, password) => {
    const databases = await open(engine, (socket) => void socket.end(), password);
    await expect(databases.list(server)).rejects.toThrow('closed the connection before it had finished');
  },
);

/** Sends the first bytes, then the others again and again until the client closes the connection. */
function flood(socket: Socket, bytes: Buffer, first: Buffer): void {
  const many = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
  const send = (): void => {
    while (!socket.destroyed && socket.write(many));
  };
  socket.on('drain', send).write(first);
  send();
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** A message of PostgreSQL. */
function message(type: string, ...body: (string | number[])[]): Buffer {
  const content = Buffer.concat(body.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
const WELCOME = Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', 'I')]);
const COLUMNS = message('T', [0, 1], 'datname\0', zeros(18));
const ROW = message('D', [0, 1, 0, 0, 0, 200], 't'.repeat(200));

describe('a hostile PostgreSQL server', () => {
  it.each([
    ['an error without its end', message('E', 'SFATAL')],
    ['a notice without its end', message('N', 'M')],
    ['an empty error', message('E')],
    ['a row of fewer than no fields', message('D', [0xff, 0xff])],
    ['a row that is too short', message('D', [0, 9])],
    ['columns that are missing', message('T', [0, 9])],
    ['an unknown kind of login', message('R', [0, 0, 0, 99])],
    ['a message shorter than its head', Buffer.from('Z\0\0\0\0')],
    ['a message without an end', Buffer.from('D\xff\xff\xff\xff', 'latin1')],
  ])('that sends %s is reported, instead of a login and of a response', async (_what, bytes) => {
    for (const at of [1, 2]) {
      const databases = await open('postgresql', (socket, _part, number) => {
        socket.write(number === at ? bytes : WELCOME);
      });
      await expect(databases.list(server)).rejects.toThrow(FAILED);
    }
  });

  it('that repeats the password gets it into no log', async () => {
    const databases = await open('postgresql', (socket, part, number) => {
      if (number === 1) return void socket.write(message('R', [0, 0, 0, 3]));
      const sent = part.subarray(5, -1).toString();
      socket.write(message('E', `SFATAL\0C28P01\0Mno ${sent}\0Rauth_${sent}\0\0`));
    });
    const failure: unknown = await databases.list(server).catch((error: unknown) => error);
    expect((failure as Error).message).toContain("does not accept the console's user or password");
    expect((failure as Error).cause).toMatchObject({ message: `no ${MASKED}`, routine: `auth_${MASKED}` });
    expect(inspect(failure, { depth: 8, showHidden: true })).not.toContain(PASSWORD);
  });

  it('that sends rows without end is disconnected', async () => {
    const databases = await open('postgresql', (socket, _part, number) => {
      if (number === 1) socket.write(WELCOME);
      else flood(socket, ROW, COLUMNS);
    });
    await expect(databases.list(server)).rejects.toMatchObject(failedBy(ENDLESS));
  });
});

/** A packet of MariaDB. */
function packet(sequence: number, ...body: (string | number[])[]): Buffer {
  const content = Buffer.concat(body.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([content.length & 255, content.length >> 8, 0, sequence]), content]);
}
const SCRAMBLE = 'abcdefghijkl\0';
const GREETING = packet(
  0,
  [10],
  '8.0.0\0',
  [1, 0, 0, 0],
  '12345678\0',
  // Protocol 4.1, secure connection, plugins.
  [1, 0x82, 33, 2, 0, 8, 0, 21],
  zeros(10),
  SCRAMBLE,
  'mysql_native_password\0',
);
const OK = packet(2, [0, 0, 0, 2, 0, 0, 0]);
const text = (value: string): number[] => [value.length, ...Buffer.from(value)];
const COLUMN = [
  text('def'),
  text('s'.repeat(200)),
  text(''),
  text(''),
  text('name'),
  text(''),
  [12, 45, 0, 0, 1, 0, 0, 253],
].flat();
const RESULT = Buffer.concat([
  packet(1, [1]),
  packet(2, COLUMN, zeros(5)),
  packet(3, [0xfe, 0, 0, 2, 0]),
  packet(4, text('tenant_1_strive')),
]);
const END = packet(5, [0xfe, 0, 0, 2, 0]);

describe('a hostile MariaDB server', () => {
  it('that lists databases as expected is read', async () => {
    const databases = await open('mariadb', (socket, _part, number) => {
      socket.write(number === 1 ? OK : Buffer.concat([RESULT, END]));
    });
    expect(await databases.list(server)).toEqual(['tenant_1_strive']);
  });

  it('that sends a malformed packet right after the login is reported', async () => {
    const databases = await open('mariadb', (socket, _part, number) => {
      if (number === 1) socket.write(Buffer.concat([OK, packet(3, [0xff])]));
    });
    await expect(databases.list(server)).rejects.toThrow(FAILED);
  });

  it('that sends a malformed packet after a complete result is read', async () => {
    const databases = await open('mariadb', (socket, _part, number) => {
      socket.write(number === 1 ? OK : Buffer.concat([RESULT, END, packet(6, [0xff])]));
    });
    expect(await databases.list(server)).toEqual(['tenant_1_strive']);
  });

  it('that asks for a file of the console gets an empty one', async () => {
    const received: Buffer[] = [];
    const databases = await open('mariadb', (socket, part, number) => {
      if (number > 2) received.push(part);
      if (number === 1) socket.write(OK);
      else socket.write(number === 2 ? packet(1, [0xfb], '/etc/passwd') : packet(3, [0, 0, 0, 2, 0, 0, 0]));
    });
    await expect(databases.list(server)).rejects.toThrow(FAILED);
    expect(Buffer.concat(received).toString('latin1')).toBe('\0\0\0\x02');
  });

  it.each(['mysql_clear_password', 'sha256_password', 'a_plugin_of_its_own'])(
    'that demands %s does not get the password',
    async (plugin) => {
      const received: Buffer[] = [];
      const databases = await open('mariadb', (socket, part, number) => {
        received.push(part);
        if (number === 1) socket.write(packet(2, [0xfe], `${plugin}\0`, SCRAMBLE));
        else socket.destroy();
      });
      await expect(databases.list(server)).rejects.toMatchObject({ code: 'target_failed' });
      expect(Buffer.concat(received).toString('latin1')).not.toContain(PASSWORD);
    },
  );

  it.each([
    ['rows', ENDLESS, RESULT, (sequence: number) => packet(sequence, text('t'.repeat(200)))],
    ['columns', ENDLESS, packet(1, [0xfd, 0xff, 0xff, 0xff]), (sequence: number) => packet(sequence, COLUMN, zeros(5))],
    ['packets out of order', 'packets out of order', RESULT, () => packet(99, text('tenant_1_strive'))],
  ])('that sends %s without end is disconnected', async (_what, cause, first, next) => {
    const start = first.at(-1) === 0xff ? 2 : 5;
    const all = Buffer.concat(Array.from({ length: 256 }, (_none, at) => next((start + at) % 256)));
    const databases = await open('mariadb', (socket, _part, number) => {
      if (number === 1) return void socket.write(OK);
      flood(socket, all, first);
    });
    await expect(databases.list(server)).rejects.toMatchObject(failedBy(cause));
  });
});
