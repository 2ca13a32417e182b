import { Socket } from 'node:net';
import pg from 'pg';
import { errorCode } from '../../platform/errors.ts';
import { guardMessages } from './guard-messages.ts';
import { overSocket } from './over-socket.ts';
import { isDatabaseName, requireDatabaseName, type ServerDriver, type ServerSettings } from './port.ts';
import { quoteForPostgresql } from './quoted-name.ts';
import { networkFailure, serverFailure, type FailureKind } from './server-failure.ts';

/** Exists on every PostgreSQL; only used to connect. */
const HOME = 'postgres';
const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

/**
 * A PostgreSQL server. Each call opens a short connection, so that rarely used servers hold none.
 * @param timeoutMs limit for connecting and for each statement
 */
export function createPostgresqlServer(name: string, settings: ServerSettings, timeoutMs: number): ServerDriver {
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    // A separate socket, so that it can be closed in any state of the connection.
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
    guardMessages(client);
    // A connection may break between two statements; the next statement fails by itself.
    client.on('error', () => undefined);
    return overSocket(socket, { name, password: settings.password, kindOf: kindOfPostgresql }, async () => {
      try {
        await client.connect();
        return await work(client);
      } finally {
        // Sends a goodbye without waiting for a hanging server.
        client.end().catch(() => undefined);
      }
    });
  };
  return {
    async create(database) {
      requireDatabaseName(database);
      await connected(async (client) => {
        // Checked first, since a user without the right to create may still use a database created for it.
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
      // Other users' activity is hidden without pg_read_all_stats: reporting zero would be a guess.
      if (!found?.sees_all) throw serverFailure(name, 'hidden', undefined);
      return found.active;
    },
  };
}

/** CREATE DATABASE has no IF NOT EXISTS. template0 accepts no connections, which would block the creation. */
async function createUnlessThere(client: pg.Client, database: string): Promise<void> {
  try {
    await client.query(`create database ${quoteForPostgresql(database)} template template0 encoding 'UTF8'`);
  } catch (error) {
    // Another client created it first.
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(errorCode(error))) throw error;
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

/** The client's own errors have no code. */
const BY_TEXT: [RegExp, FailureKind][] = [
  [/^timeout expired$|^Query read timeout$/, 'silent'],
  [/^Connection terminated/, 'lost'],
  [/does not support SSL/, 'noTls'],
];

/** Classifies an error of the PostgreSQL client. */
export function kindOfPostgresql(error: unknown): FailureKind {
  const text = error instanceof Error ? error.message : '';
  const known = OF_POSTGRESQL[errorCode(error)] ?? networkFailure(error);
  return known ?? BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? (isCertificateFault(error) ? 'tls' : 'other');
}

/** Node reports certificate faults with OpenSSL's codes, and its own checks and handshakes with a prefix. */
function isCertificateFault(error: unknown): boolean {
  return /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|VERIFY|ISSUER/.test(errorCode(error));
}
