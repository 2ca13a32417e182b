import { requireDatabaseName } from './port.ts';

/** Quotes a tenant database name for PostgreSQL. @throws AppError('refused') for an invalid name */
export function quoteForPostgresql(name: string): string {
  return quote(name, '"');
}

/** Quotes a tenant database name for MariaDB and MySQL. @throws AppError('refused') for an invalid name */
export function quoteForMariadb(name: string): string {
  return quote(name, '`');
}

/** Valid names contain no quotes; doubling them is defence in depth. */
function quote(name: string, mark: string): string {
  requireDatabaseName(name);
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}
