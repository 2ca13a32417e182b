import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TENANTS_A_REPORT } from './limits.ts';

/** What every report answers. */
export const reportAnswer = z.object({
  /** Number of tenants whose entry is stored. */
  accepted: z.int(),
  /** The report had been received before; nothing was stored again. */
  duplicate: z.boolean(),
  /** Ids of tenants that have no service on this environment, or are deleted; their entries are left out. */
  refused: z.array(z.int()),
});
export type ReportAnswer = z.infer<typeof reportAnswer>;

const tenantId = z.int().positive().max(2_147_483_647);

const namesEachOnce = (rows: readonly object[]): boolean =>
  new Set(rows.map((one) => 'tenant_id' in one && one.tenant_id)).size === rows.length;

/**
 * One kind of report as a call: `POST /api/report/{kind}`, for the token of an environment.
 * @param entry what it says of each tenant, without the tenant's id
 */
export function defineReport<Entry extends z.ZodRawShape>(kind: string, summary: string, entry: Entry) {
  const row = z.strictObject({ ...entry, tenant_id: tenantId });
  return defineCall({
    name: `report-${kind}`,
    method: 'POST',
    path: `/api/report/${kind}`,
    access: 'environment',
    summary,
    body: z.strictObject({
      /** Made by the sender; the same one again changes nothing, so a report may be repeated when no answer came. */
      report_id: z.guid(),
      /** When the report was made, ISO 8601 with its offset. One from the future counts as made when it is received. */
      created: z.iso.datetime({ offset: true }),
      tenants: z.array(row).min(1).max(TENANTS_A_REPORT).refine(namesEachOnce, 'names a tenant twice'),
    }),
    answer: reportAnswer,
  });
}
