import { requireDatabaseName } from './database-name.ts';

/** The name of a tenant's database as an identifier of PostgreSQL. @throws AppError('refused') for a name of another form */
export function quoteForPostgresql(name: string): string {
  return quote(name, '"');
}

/** The name of a tenant's database as an identifier of MariaDB and MySQL. @throws AppError('refused') for a name of another form */
export function quoteForMariadb(name: string): string {
  return quote(name, '`');
}

/** The grammar of names lets no quote through; doubling them keeps the statement whole even without it. */
function quote(name: string, mark: string): string {
  requireDatabaseName(name);
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}
