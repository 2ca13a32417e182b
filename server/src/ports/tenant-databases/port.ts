import { AppError } from '../../platform/errors.ts';

/** A driver for one database server; the methods are those of TenantDatabases. */
export interface ServerDriver {
  create(name: string): Promise<void>;
  list(): Promise<string[]>;
  load(): Promise<number>;
}

/** Connection settings of a database server. */
export interface ServerSettings {
  engine: 'postgresql' | 'mariadb';
  /** A host name; without TLS also an IP address. */
  host: string;
  port: number;
  user: string;
  password: string;
  /** The certificate is always verified, against the system's authorities or `ca` (PEM). */
  tls: { ca?: string } | null;
}

/** The database name of a tenant's service, the same on every engine: `tenant_1042_coursepro`. */
export function databaseName(tenantId: number, service: string): string {
  return `tenant_${tenantId}_${service}`;
}

const NAME = /^tenant_[1-9]\d{0,9}_[a-z][a-z0-9]{0,30}$/;

/** Whether the name is that of a tenant's database. */
export function isDatabaseName(name: string): boolean {
  return NAME.test(name);
}

/** Validates a name before it becomes an identifier in a statement. @throws AppError('refused') */
export function requireDatabaseName(name: string): void {
  if (!isDatabaseName(name)) throw new AppError('refused', 'This is not the name of a tenant database.');
}

/** A server for tenants' databases. */
export interface DatabaseServer {
  /** Unique across the platform, e.g. `eu-db-03`. */
  name: string;
  /** Host and port. */
  endpoint: string;
}

/**
 * The databases of tenants' services. Dropping is deliberately missing, so that a deleted service can be restored and no click loses a
 * tenant's data.
 */
export interface TenantDatabases {
  /**
   * Creates the database, or accepts an existing one, so that creation can be retried.
   * @throws AppError('target_failed') with instructions when the server fails; AppError('refused') for an invalid name
   */
  create(server: DatabaseServer, name: string): Promise<void>;
  /** Sorted names of the tenants' databases on the server. @throws AppError('target_failed') */
  list(server: DatabaseServer): Promise<string[]>;
  /** Number of active connections on the server, without this one. @throws AppError('target_failed') */
  load(server: DatabaseServer): Promise<number>;
}
