import { AppError } from '../../platform/errors.ts';

/** The name of the database of a tenant's service, the same on every kind of server: `tenant_1042_coursepro`. */
export function databaseName(tenantId: number, service: string): string {
  return `tenant_${tenantId}_${service}`;
}

const NAME = /^tenant_[1-9]\d{0,9}_[a-z][a-z0-9]{0,30}$/;

/** Whether a name found on a server is that of a tenant's database. */
export function isDatabaseName(name: string): boolean {
  return NAME.test(name);
}

/** Names become identifiers of statements, so nothing else may come through. @throws AppError('refused') */
export function requireDatabaseName(name: string): void {
  if (!isDatabaseName(name)) throw new AppError('refused', 'This is no name of a tenant database.');
}
