import { ofEachKind, type CompetencyStructure } from '@mission-control/contract/competency/rules';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import type { Reported } from '../reports/public.ts';
import { putStructures } from './queries.ts';

/** Stores the structures of tenants in place of those before. */
export async function storeStructures(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<CompetencyStructure>[],
): Promise<void> {
  const reported = reports.map(({ tenantId, created, entry }) => ({
    tenantId,
    created,
    structure: ofEachKind((kind) => entry[kind]),
  }));
  if (await putStructures(db, reported)) changed('competency');
}
