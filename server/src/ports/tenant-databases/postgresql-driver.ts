import { Socket } from 'node:net';
import pg from 'pg';
import { isDatabaseName, requireDatabaseName } from './database-name.ts';
import { quoteForPostgresql } from './quoted-name.ts';
import type { ServerDriver, ServerSettings } from './server-driver.ts';
import { codeOf, networkFailure, serverFailure, type FailureKind } from './server-failure.ts';

/** Every PostgreSQL has it; it is only connected to, nothing is made in it. */
const HOME = 'postgres';
const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

/**
 * A PostgreSQL server: one short connection a call, so that nothing is held open on servers that are rarely asked.
 * @param timeoutMs how long connecting, and each statement, may take
 */
export function createPostgresqlServer(name: string, settings: ServerSettings, timeoutMs: number): ServerDriver {
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    // The socket is ours, so that it can be closed whatever state the connection is in.
    const socket = new Socket();
    const client = new pg.Client({
      host: settings.host,
      port: settings.port,
      user: settings.user,
      password: settings.password,
      database: HOME,
      ssl: settings.tls ? { ...settings.tls, rejectUnauthorized: true } : false,
      application_name: 'mission-control',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      stream: () => socket,
    });
    // A connection that breaks between two statements says so here; the next statement fails by itself.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      throw serverFailure(name, kindOfPostgresql(error), error);
    } finally {
      // Says goodbye; a server that hangs is not waited for.
      client.end().catch(() => undefined);
      socket.destroy();
    }
  };
  return {
    async create(database) {
      requireDatabaseName(database);
      await connected(async (client) => {
        // Asked first, since a user without the right to create may take what somebody else has made for it.
        const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
        if (rowCount === 0) await createUnlessThere(client, database);
      });
    },
    list: () =>
      connected(async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          `select datname from pg_database where datname like 'tenant%' order by datname collate "C"`,
        );
        return rows.map(({ datname }) => datname).filter(isDatabaseName);
      }),
    async load() {
      const found = await connected(async (client) => {
        const { rows } = await client.query<{ active: number; sees_all: boolean }>(
          `select count(*) filter (where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid())::int
             as active, pg_has_role('pg_read_all_stats', 'usage') as sees_all
           from pg_stat_activity`,
        );
        return rows[0];
      });
      // What other users do is hidden from most: none would be a guess.
      if (!found?.sees_all) throw serverFailure(name, 'hidden', undefined);
      return found.active;
    },
  };
}

/** CREATE DATABASE knows no IF NOT EXISTS. The template is the one that nobody can be connected to, which would be refused. */
async function createUnlessThere(client: pg.Client, database: string): Promise<void> {
  try {
    await client.query(`create database ${quoteForPostgresql(database)} template template0 encoding 'UTF8'`);
  } catch (error) {
    // Somebody else was faster: then it is there.
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(codeOf(error))) throw error;
  }
}

const OF_POSTGRESQL: Record<string, FailureKind> = {
  '28P01': 'login',
  '28000': 'notAdmitted',
  '42501': 'privilege',
  '53100': 'diskFull',
  '53300': 'full',
  '57P01': 'starting',
  '57P02': 'starting',
  '57P03': 'starting',
  '25006': 'readOnly',
};

/** The client's own failures have no code. */
const BY_TEXT: [RegExp, FailureKind][] = [
  [/^timeout expired$|^Query read timeout$/, 'silent'],
  [/^Connection terminated/, 'lost'],
  [/does not support SSL/, 'noTls'],
];

/** What an error of the PostgreSQL client comes to. */
export function kindOfPostgresql(error: unknown): FailureKind {
  const text = error instanceof Error ? error.message : '';
  const known = OF_POSTGRESQL[codeOf(error)] ?? networkFailure(error);
  return known ?? BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? (isCertificateFault(error) ? 'tls' : 'other');
}

/** Node names what is wrong with a certificate by OpenSSL's words, its own checks and handshakes by a prefix. */
function isCertificateFault(error: unknown): boolean {
  return /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|VERIFY|ISSUER/.test(codeOf(error));
}
