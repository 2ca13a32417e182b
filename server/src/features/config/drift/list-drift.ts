import type { CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { DriftState } from '@mission-control/contract/config/rules';
import type { Ctx } from '../../../platform/context.ts';
import { countReadings, listDifferences } from './queries-looks.ts';

/** Maximum number of differing servers listed. */
const LIMIT = 20_000;

/** Configs whose servers are known to have a file other than the committed one. Touches no server. */
export async function listDrift(ctx: Ctx): Promise<CallResponse<typeof calls.listDrift>> {
  const found = await listDifferences(ctx.db, LIMIT + 1);
  const counts = await countReadings(ctx.db);
  const byConfig = Map.groupBy(found.slice(0, LIMIT), (row) => `${row.tenantId} ${row.kind}`);
  const rows = [...byConfig.values()].flatMap((servers) => {
    const [first] = servers;
    if (!first) return [];
    return {
      tenant_id: first.tenantId,
      tenant_name: first.tenantName,
      service: first.kind,
      state: stateOf(first.committedRevision, servers),
      hosts: servers.map(({ host, hash }) => ({ host, missing: hash === null })),
      found_at: new Date(Math.min(...servers.map(({ foundAt }) => foundAt.getTime()))).toISOString(),
      revision: first.revision ?? 0,
      committed_revision: first.committedRevision,
    };
  });
  return { rows, truncated: found.length > LIMIT, ...counts };
}

function stateOf(committed: number | null, servers: readonly { hash: string | null }[]): DriftState {
  if (committed === null) return 'unknown';
  return servers.every(({ hash }) => hash === null) ? 'missing' : 'changed';
}
