import { and, eq, sql, type Column } from 'drizzle-orm';
import { tenantServices } from '../../fleet/tables.ts';
import { rows, type Transaction } from '../../platform/database/database.ts';
import { versionReports } from './tables.ts';

interface VersionReport {
  tenantId: number;
  created: Date;
  version: string;
  dbVersion: string | null;
}

/** Replaces versions whose report is not newer. Returns the ids of tenants that run another version than before. */
export async function replaceVersions(db: Transaction, reports: VersionReport[]): Promise<number[]> {
  const newer = await db
    .insert(versionReports)
    .values(reports.map(({ tenantId, created }) => ({ tenantId, created })))
    .onConflictDoUpdate({
      target: versionReports.tenantId,
      set: { created: sql`excluded.created` },
      setWhere: sql`${versionReports.created} <= excluded.created`,
    })
    .returning({ tenantId: versionReports.tenantId });
  const accepted = new Set(newer.map(({ tenantId }) => tenantId));
  const values = reports.filter(({ tenantId }) => accepted.has(tenantId));
  const moved = await rows<{ tenantId: number }>(
    db,
    sql`
      update ${tenantServices} set version = reported.version, db_version = reported."dbVersion"
      from json_to_recordset(${JSON.stringify(values)}::json) as reported("tenantId" integer, version text, "dbVersion" text)
      where ${and(eq(tenantServices.tenantId, sql`reported."tenantId"`), eq(tenantServices.service, 'coursepro'))}
        and (${tenantServices.version}, ${tenantServices.dbVersion}) is distinct from (reported.version, reported."dbVersion")
      returning reported."tenantId"`,
  );
  return moved.map(({ tenantId }) => tenantId);
}

/** When versions were last reported, ISO 8601, as a column of a query over tenants; null: never. */
export const versionsReportedAt = (tenantId: Column) => sql<string | null>`(
  select ${versionReports.created} from ${versionReports} where ${versionReports.tenantId} = ${tenantId})`;
