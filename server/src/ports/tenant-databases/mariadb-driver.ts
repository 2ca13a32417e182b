import { createConnection, type RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { errorCode } from '../../platform/errors.ts';
import { guardPackets } from './guard-packets.ts';
import { overSocket } from './over-socket.ts';
import { isDatabaseName, requireDatabaseName, type ServerDriver, type ServerSettings } from './port.ts';
import { quoteForMariadb } from './quoted-name.ts';
import { networkFailure, type FailureKind } from './server-failure.ts';

/**
 * A MariaDB or MySQL server. Each call opens a short connection, so that rarely used servers hold none.
 * @param timeoutMs limit for connecting and for each statement
 */
export function createMariadbServer(name: string, settings: ServerSettings, timeoutMs: number): ServerDriver {
  const connected = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    // A separate socket, so that it can be closed in any state of the connection.
    const socket = connectTo(settings.port, settings.host);
    return overSocket(socket, { name, password: settings.password, kindOf: kindOfMariadb }, async () => {
      const client = createConnection({
        host: settings.host,
        port: settings.port,
        user: settings.user,
        password: settings.password,
        charset: 'utf8mb4',
        connectTimeout: timeoutMs,
        // A new object each time: TLS sessions are cached by it.
        ...(settings.tls && { ssl: { ...settings.tls, rejectUnauthorized: true, verifyIdentity: true } }),
        stream: socket,
        // Without it the client compiles a function for the columns that the server sends.
        disableEval: true,
      });
      // A connection may break between two statements; the next statement fails by itself.
      client.on('error', () => undefined);
      guardPackets(client, socket);
      await once(client, 'connect');
      const connection = client.promise();
      const answer = await work(askOver(connection, timeoutMs));
      await connection.end();
      return answer;
    });
  };
  return {
    async create(database) {
      requireDatabaseName(database);
      const statement = `create database if not exists ${quoteForMariadb(database)} character set utf8mb4`;
      await connected(async (ask) => {
        // Checked first, since a user without the right to create may still use a database created for it.
        const there = await ask('select 1 from information_schema.schemata where schema_name = ?', [database]);
        if (there.length === 0) await ask(statement);
      });
    },
    list: () =>
      connected(async (ask) => {
        const found = await ask(
          "select schema_name as name from information_schema.schemata where schema_name like 'tenant%'",
        );
        const names = found.map((row) => String(row['name']));
        return names.filter(isDatabaseName).toSorted();
      }),
    load: () =>
      connected(async (ask) => {
        const [row] = await ask("show global status like 'Threads_running'");
        // Excludes this query.
        return Math.max(0, Number(row?.['Value'] ?? 1) - 1);
      }),
  };
}

type Ask = (sql: string, values?: string[]) => Promise<RowDataPacket[]>;

function askOver(connection: Connection, timeoutMs: number): Ask {
  return async (sql, values = []) => {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, values, timeout: timeoutMs });
    return rows;
  };
}

const OF_MARIADB: Record<string, FailureKind> = {
  ER_ACCESS_DENIED_ERROR: 'login',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'login',
  ER_HOST_NOT_PRIVILEGED: 'notAdmitted',
  ER_HOST_IS_BLOCKED: 'notAdmitted',
  ER_SECURE_TRANSPORT_REQUIRED: 'notAdmitted',
  ER_DBACCESS_DENIED_ERROR: 'privilege',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'privilege',
  ER_CON_COUNT_ERROR: 'full',
  ER_TOO_MANY_USER_CONNECTIONS: 'full',
  ER_USER_LIMIT_REACHED: 'full',
  ER_OPTION_PREVENTS_STATEMENT: 'readOnly',
  ER_READ_ONLY_MODE: 'readOnly',
  ER_DISK_FULL: 'diskFull',
  ER_SERVER_SHUTDOWN: 'starting',
  PROTOCOL_SEQUENCE_TIMEOUT: 'silent',
  PROTOCOL_CONNECTION_LOST: 'lost',
  HANDSHAKE_NO_SSL_SUPPORT: 'noTls',
  HANDSHAKE_SSL_ERROR: 'tls',
};

/** Classifies an error of the MariaDB client. */
export function kindOfMariadb(error: unknown): FailureKind {
  // On a full disk the error code is that of the statement; the system's errno is in the message.
  if (error instanceof Error && /\berrno: 28\b/i.test(error.message)) return 'diskFull';
  return OF_MARIADB[errorCode(error)] ?? networkFailure(error) ?? 'other';
}
