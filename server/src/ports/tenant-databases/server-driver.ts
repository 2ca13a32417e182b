/** One database server of some make; the methods are those of TenantDatabases for it. */
export interface ServerDriver {
  create(name: string): Promise<void>;
  list(): Promise<string[]>;
  load(): Promise<number>;
}

/** How a database server is reached. */
export interface ServerSettings {
  engine: 'postgresql' | 'mariadb';
  /** A host name; without TLS also an address. */
  host: string;
  port: number;
  user: string;
  password: string;
  /** The certificate is always checked, against the authorities of the system or `ca` (PEM). */
  tls: { ca?: string } | null;
}
