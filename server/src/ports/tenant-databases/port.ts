/** A server that tenants' databases live on. */
export interface DatabaseServer {
  /** Unique over the platform, e.g. `eu-db-03`. */
  name: string;
  /** Host and port. */
  endpoint: string;
}

/**
 * The databases of tenants' services. There is no way to drop one: the console never does, so that a deleted service can be
 * restored and nobody loses a tenant's data by a click.
 */
export interface TenantDatabases {
  /**
   * Creates the database; one that is there already is taken as it is, so a repeated creation heals.
   * @throws AppError('target_failed') saying what to do when the server cannot; AppError('refused') for a name of another form.
   */
  create(server: DatabaseServer, name: string): Promise<void>;
  /** Names of the tenants' databases on the server, sorted. @throws AppError('target_failed') */
  list(server: DatabaseServer): Promise<string[]>;
  /** Connections at work on the server at this moment, this question not counted. @throws AppError('target_failed') */
  load(server: DatabaseServer): Promise<number>;
}
