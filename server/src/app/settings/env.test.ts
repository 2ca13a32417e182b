import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

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
  expect(read).toThrow(
    /5 fault\(s\)[\s\S]*PORT[\s\S]*DATABASE_URL[\s\S]*PROCESS[\s\S]*ADMIN_PASSWORD[\s\S]*SECRETS_KEY/,
  );
  expect(read).not.toThrow(/hunter2|secretpw|short/);
});

it('requires the servers for publishing over SFTP', () => {
  expect(() => readEnv({ PUBLISHING: 'sftp', PORT: 'x' })).toThrow(
    /2 fault\(s\)[\s\S]*PORT[\s\S]*SFTP_SERVERS_FILE: is needed/,
  );
  expect(readEnv({ PUBLISHING: 'sftp', SFTP_SERVERS_FILE: 'servers.json' })).toMatchObject({ PUBLISHING: 'sftp' });
  expect(readEnv({}).PUBLISHING).toBe('directory');
});
