import { sql, type Column } from 'drizzle-orm';
import { jsonObject } from '../../platform/database/json-rows.ts';
import { temporaryLogLevels } from './tables.ts';
import type { TemporaryFacts } from './log-level-seen.ts';

/** The temporary level of the tenant, null without one, as a part of a query over tenants. */
export function temporaryLevelOfTenant(tenantId: Column) {
  const row = jsonObject<TemporaryFacts>({
    level: temporaryLogLevels.level,
    until: temporaryLogLevels.until,
    setAt: temporaryLogLevels.setAt,
    setBy: temporaryLogLevels.setBy,
  });
  return sql<TemporaryFacts | null>`(select ${row} from ${temporaryLogLevels} where ${temporaryLogLevels.tenantId} = ${tenantId})`;
}
