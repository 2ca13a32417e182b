import type { ReportTenant } from '@mission-control/contract/reports/calls';
import type { Ctx } from '../../platform/context.ts';
import { listCourseproEnvironments, listTenantsOn } from './queries.ts';
import { reportingEnvironment } from './tokens.ts';

/** The tenants that the asking environment may report about. */
export async function listReportableTenants(ctx: Ctx): Promise<{ environment_name: string; tenants: ReportTenant[] }> {
  const { id, name } = reportingEnvironment(ctx);
  return { environment_name: name, tenants: await listTenantsOn(ctx.db, id) };
}

/** Ids of the environments that have tenants' CoursePro on them, which is what reports. */
export const listReportingEnvironments = (ctx: Ctx): Promise<number[]> => listCourseproEnvironments(ctx.db);
