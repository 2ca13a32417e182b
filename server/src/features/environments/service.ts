import type { EnvironmentRow } from '@mission-control/contract/environments/calls';
import type { Ctx } from '../../platform/context.ts';
import { listEnvironmentRows } from './queries.ts';

/** All environments of the platform. */
export function listEnvironments(ctx: Ctx): Promise<EnvironmentRow[]> {
  return listEnvironmentRows(ctx.db);
}
