import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readServersFile } from './servers-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'mc-servers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const read = (content: unknown) => readServersFile(put('servers.json', content));
const faultsOf = (content: unknown): string => {
  try {
    read(content);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

const server = { engine: 'postgresql', host: 'db1.example.net', user: 'console', password: 'canary-1' };

describe('the file of database servers', () => {
  it('returns the connection settings by server name', () => {
    put('password', 'from a file\n');
    put('ca.pem', '-----BEGIN CERTIFICATE-----\n');
    const servers = read({
      servers: {
        'eu-db-01': server,
        'eu-db-02': {
          engine: 'mariadb',
          host: 'db2',
          port: 3307,
          user: 'c',
          password_file: 'password',
          tls: { ca_file: 'ca.pem' },
        },
        'us-db-01': { engine: 'mariadb', host: '::1', user: 'c', password: 'x', tls: false },
      },
    });
    expect(Object.fromEntries(servers)).toEqual({
      'eu-db-01': { ...server, port: 5432, tls: {} },
      'eu-db-02': {
        engine: 'mariadb',
        host: 'db2',
        port: 3307,
        user: 'c',
        password: 'from a file',
        tls: { ca: '-----BEGIN CERTIFICATE-----' },
      },
      'us-db-01': { engine: 'mariadb', host: '::1', port: 3306, user: 'c', password: 'x', tls: null },
    });
  });

  it('lists all faults without quoting values', () => {
    const faults = faultsOf({
      servers: {
        a: { engine: 'canary-2', host: 'canary 3', port: 70_000, user: 'canary\n4', password: 5, tls: 'canary-6' },
        b: { ...server, password_file: 'canary-7' },
        c: { engine: 'mariadb', host: '10.0.0.1', user: 'c' },
      },
      more: 'canary-8',
    });
    for (const place of ['engine', 'host', 'port', 'user', 'password', 'tls'])
      expect(faults).toContain(`servers.a.${place}: `);
    expect(faults).toContain('servers.b.password: needs either password or password_file');
    expect(faults).toContain('servers.c.password: needs either password or password_file');
    expect(faults).toMatch(/servers\.c\.host: must be the name in the certificate.*"tls": false/);
    expect(faults).toMatch(/^DATABASE_SERVERS_FILE .* has 10 errors/);
    expect(faults).not.toContain('canary');
  });

  it('lists all referenced files that are unreadable or empty', () => {
    put('empty', '\n');
    const { password: _, ...open } = server;
    const faults = faultsOf({
      servers: {
        a: { ...open, password_file: 'empty' },
        b: { ...open, password_file: 'nowhere', tls: { ca_file: 'neither' } },
      },
    });
    expect(faults.match(/servers\.\S+: the file cannot be read or is empty/g)).toHaveLength(3);
  });

  it('is rejected when it is invalid JSON, missing, or without servers', () => {
    const torn = faultsOf(`{"servers": {"a": {"password": "canary-9" x`);
    expect(torn).toMatch(/the file is not valid JSON, at position \d+/);
    expect(faultsOf('canary')).toContain('the file is not valid JSON');
    expect(torn + faultsOf('canary')).not.toContain('canary');
    expect(() => readServersFile(join(folder, 'none.json'))).toThrow(/cannot be read/);
    expect(faultsOf({ servers: {} })).toContain('servers: has no server');
    expect(faultsOf([])).toContain('the file: ');
  });
});
