import { createServer, type AddressInfo, type Server } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseServers } from './database-servers.ts';
import type { ServerSettings } from './port.ts';

/** Provided by the test of a driver. */
export interface FailuresFixture {
  /** A working server with TLS. `reader` is another user with the same password and no right to create. */
  settings: ServerSettings;
  /** Port of a server without TLS. */
  plainPort: number;
  /** Blocks creations until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
}

/** Failures are reported with instructions, without secrets, and leave nothing behind. */
export function failuresSuite(driver: string, open: () => FailuresFixture, missing?: string): void {
  describe.skipIf(missing)(`a failing server of ${driver}`, () => {
    const server = { name: 'eu-db-01', endpoint: '' };
    let at: FailuresFixture;
    let silent: Server;
    let silentPort: number;
    beforeAll(async () => {
      at = open();
      silent = createServer(() => undefined);
      await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
      silentPort = (silent.address() as AddressInfo).port;
    });
    afterAll(() => void silent.close());
    const through = (more: Partial<ServerSettings> = {}, timeoutMs = 10_000) =>
      createDatabaseServers(new Map([['eu-db-01', { ...at.settings, ...more }]]), timeoutMs);

    const failures: [string, () => Partial<ServerSettings>, RegExp][] = [
      ['is down', () => ({ port: 1 }), / refuses the connection\. Start it, or correct/],
      ['has an unknown host', () => ({ host: 'nowhere.invalid' }), / unknown host name\. Correct it/],
      ['has a wrong password', () => ({ password: `${at.settings.password}x` }), / user or password\. Correct them/],
      ['gives no right to create', () => ({ user: 'reader' }), / Grant it the right to create databases\./],
      ['has a certificate from an unknown authority', () => ({ tls: {} }), / does not trust .* as tls\.ca_file/],
      // Another notation of 127.0.0.1, missing from the certificate.
      ['has a certificate for another name', () => ({ host: '127.1' }), / does not trust for its host name\./],
      ['offers no TLS', () => ({ port: at.plainPort }), / offers no TLS\. .*"tls": false/],
      ['never responds', () => ({ port: silentPort }), / does not respond in time\. Check that it works/],
    ];
    it.each(failures)('that %s is reported with instructions and without secrets', async (_, settings, message) => {
      const limit = settings().port === silentPort ? 500 : 10_000;
      const failure: unknown = await through(settings(), limit)
        .create(server, 'tenant_8_coursepro')
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'target_failed' });
      expect((failure as Error).message).toMatch(/^The database server eu-db-01 .* Then try again\.$/);
      expect((failure as Error).message).toMatch(message);
      expect(inspect(failure, { depth: 8, showHidden: true })).not.toContain(at.settings.password);
      expect(await through().list(server)).not.toContain('tenant_8_coursepro');
    });

    it('that hangs midway times out, and the next attempt succeeds', async () => {
      const release = await at.hold();
      await expect(through({}, 500).create(server, 'tenant_9_coursepro')).rejects.toMatchObject({
        message:
          'The database server eu-db-01 does not respond in time. Check that it works and is not overloaded. Then try again.',
      });
      await release();
      await through().create(server, 'tenant_9_coursepro');
      expect(await through().list(server)).toContain('tenant_9_coursepro');
    });

    it('that is missing from the file is reported', async () => {
      const other = { name: 'eu-db-09', endpoint: '' };
      const databases = through();
      for (const refused of [databases.create(other, 'tenant_1_a'), databases.list(other), databases.load(other)]) {
        await expect(refused).rejects.toMatchObject({
          code: 'target_failed',
          message:
            'The database server eu-db-09 is not in DATABASE_SERVERS_FILE. Add it there, restart the console and try again.',
        });
      }
    });
  });
}
