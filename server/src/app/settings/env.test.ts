import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { findMisspelt, readEnv } from './env.ts';
import { SECRET_SETTINGS } from './secret-files.ts';

it('has a default for everything', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 4400,
    HOST: '127.0.0.1',
    DATA_DIR: './var',
    PROCESS: 'all',
    SANDBOX_TENANTS: 250,
  });
});

it('treats an empty variable as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' }).PORT).toBe(4400);
});

it('lists all faults at once without repeating secrets', () => {
  const broken = {
    PORT: '99999',
    PROCESS: 'some',
    SECRETS_KEY: 'hunter2',
    DATABASE_URL: 'mysql://u:secretpw@h/d',
    ADMIN_PASSWORD: 'short',
  };
  const read = (): unknown => readEnv(broken);
  expect(read).toThrow(/5 errors[\s\S]*PORT[\s\S]*DATABASE_URL[\s\S]*PROCESS[\s\S]*ADMIN_PASSWORD[\s\S]*SECRETS_KEY/);
  expect(read).not.toThrow(/hunter2|secretpw|short/);
});

it.each([' ', '1e3', '0x10', '+5', '1.5', '-1'])('refuses %j as a number', (text) => {
  const names = ['PORT', 'SANDBOX_SEED', 'SANDBOX_TENANTS', 'SITES_PORTS', 'RELEASES_KEPT', 'AUDIT_BUCKET_DAYS'];
  for (const name of names) expect(() => readEnv({ [name]: text })).toThrow(`${name}`);
  expect(readEnv({ PORT: ' 8080', SITES_PORTS: '8080, 8443' })).toMatchObject({
    PORT: 8080,
    SITES_PORTS: [8080, 8443],
  });
});

it('accepts as proxies what the web server accepts, and names the setting otherwise', () => {
  const accepted = ['10.0.0.1', '10.0.0.0/8', '10.0.0.0/255.240.0.0', '::1', 'fd00::/8', 'loopback'];
  const trustProxy = readEnv({ TRUST_PROXY: accepted.join(' , ') }).TRUST_PROXY ?? [];
  expect(trustProxy).toEqual(accepted);
  expect(() => fastify({ trustProxy })).not.toThrow();
  const wrong = ['foo', '10.0.0.0/33', '10.0.0.1,', '0.0.0.0/0', '10.0.0.1:80'];
  for (const mask of ['0.0.0.0', '255.0.255.0', '255.0.0.0/8', '::1']) wrong.push(`10.0.0.0/${mask}`);
  for (const one of [...wrong, 'fd00::/255.0.0.0'])
    expect(() => readEnv({ TRUST_PROXY: one })).toThrow('TRUST_PROXY: must be addresses or networks');
});

it('refuses an ADMIN_PASSWORD of a length that no account may have, before anything is opened', () => {
  for (const password of ['k'.repeat(11), 'k'.repeat(129)])
    expect(() => readEnv({ ADMIN_PASSWORD: password })).toThrow('ADMIN_PASSWORD: must have 12 to 128 characters');
  // Characters are counted, not UTF-16 units.
  for (const password of ['k'.repeat(12), '🏊'.repeat(128)])
    expect(readEnv({ ADMIN_PASSWORD: password }).ADMIN_PASSWORD).toBe(password);
});

it('requires the servers for publishing over SFTP', () => {
  expect(() => readEnv({ PUBLISHING: 'sftp', PORT: 'x' })).toThrow(
    /2 errors[\s\S]*PORT[\s\S]*SFTP_SERVERS_FILE: is needed/,
  );
  expect(readEnv({ PUBLISHING: 'sftp', SFTP_SERVERS_FILE: 'servers.json' })).toMatchObject({ PUBLISHING: 'sftp' });
  expect(readEnv({}).PUBLISHING).toBe('directory');
});

describe('single sign-on', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'hunter2' };

  it('takes roles by group as JSON, and makes people admins here unless DEFAULT_ROLE says otherwise [C-053]', () => {
    const env = readEnv({ ...oidc, OIDC_ROLES: '{"console-admins": "admin", "support": "viewer"}', OIDC_ONLY: 'on' });
    expect(env).toMatchObject({ OIDC_ROLES: { 'console-admins': 'admin', support: 'viewer' }, OIDC_ONLY: true });
    expect([env.OIDC_DEFAULT_ROLE, env.OIDC_ROLE_CLAIM, env.DEFAULT_ROLE]).toEqual([undefined, 'groups', 'admin']);
    expect(readEnv({ DEFAULT_ROLE: 'viewer' }).DEFAULT_ROLE).toBe('viewer');
  });

  it.each([
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: are needed'],
    [{ OIDC_ONLY: 'on' }, 'OIDC_ONLY: needs OIDC_ISSUER'],
    [{ ...oidc, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER: must be an https address'],
    [{ ...oidc, OIDC_ISSUER: 'https://id.example?a=b' }, 'OIDC_ISSUER: must be'],
    [{ ...oidc, OIDC_ROLES: '{"support": "owner"}' }, 'OIDC_ROLES: must map groups to roles'],
    [{ ...oidc, OIDC_ROLES: 'admin' }, 'OIDC_ROLES: must map groups to roles'],
    [{ ...oidc, OIDC_DEFAULT_ROLE: 'owner' }, 'OIDC_DEFAULT_ROLE'],
    [{ ...oidc, OIDC_SCOPE: 'profile' }, 'OIDC_SCOPE: must contain openid'],
  ])('refuses %j', (source, fault) => {
    expect(() => readEnv(source)).toThrow(fault);
    expect(() => readEnv(source)).not.toThrow(/hunter2/);
  });
});

describe('secrets in files', () => {
  const folder = temporaryFolder();
  const fileOf = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };

  it('are read without the last line break', () => {
    expect(readEnv({ STRAKER_TOKEN_FILE: fileOf('a-token\n') }).STRAKER_TOKEN).toBe('a-token');
    expect(readEnv({ ADMIN_PASSWORD_FILE: fileOf('four words that fit\r\n') }).ADMIN_PASSWORD).toBe(
      'four words that fit',
    );
    expect(findMisspelt(readEnv({}), { SECRETS_KEY_FILE: 'x' })).toEqual([]);
  });

  it('are possible for every secret setting, and checked like the variable', () => {
    for (const name of SECRET_SETTINGS) {
      expect(() => readEnv({ [`${name}_FILE`]: join(folder, 'none') })).toThrow(
        `${name}_FILE: cannot be read (ENOENT)`,
      );
      expect(() => readEnv({ [`${name}_FILE`]: fileOf('a'), [name]: 'b' })).toThrow(
        `${name}_FILE: ${name} is also set`,
      );
    }
    expect(() => readEnv({ SECRETS_KEY_FILE: fileOf('hunter2') })).toThrow(/SECRETS_KEY: (?!.*hunter2)/);
    expect(() => readEnv({ SITES_TOKEN_FILE: fileOf('\n') })).toThrow('SITES_TOKEN_FILE: the file is empty');
  });
});
