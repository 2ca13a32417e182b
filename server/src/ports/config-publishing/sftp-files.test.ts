import type { SFTPWrapper } from 'ssh2';
import { expect, it } from 'vitest';
import type { SftpConnection } from './sftp-connection.ts';
import { readPlain } from './sftp-files.ts';
import type { ServerAccess } from './sftp-pool.ts';

type Done = (error: null, value?: unknown) => void;

it('reads a file that arrives in single bytes into one buffer, and copies them', async () => {
  const rest = 'DB_HOST=db-1'.split('');
  const buffers = new Set<Buffer>();
  const sftp = {
    lstat: (_path: string, done: Done) =>
      done(null, { isSymbolicLink: () => false, isDirectory: () => false, isFile: () => true }),
    open: (_path: string, _flags: string, done: Done) => done(null, Buffer.from('a handle')),
    read: (...[, buffer, offset, , , done]: [Buffer, Buffer, number, number, number, Done]) => {
      buffers.add(buffer);
      done(null, buffer.write(rest.shift() ?? '', offset));
    },
    close: (_handle: Buffer, done: Done) => done(null),
  };
  const run: SftpConnection['run'] = (request) =>
    new Promise((resolve) =>
      request(sftp as unknown as SFTPWrapper, (_error, value) => resolve(value as NonNullable<typeof value>)),
    );
  const access = { connection: { run } } as ServerAccess;
  expect((await readPlain(access, '/srv/strive.env'))?.toString()).toBe('DB_HOST=db-1');
  expect(buffers.size).toBe(1);
});
