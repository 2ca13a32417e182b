import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { z } from 'zod';
import type { ComparedServer, serversComparisonSchema } from '@mission-control/contract/config/history';
import type { Ctx } from '../../../platform/context.ts';
import { comparedRows, comparedSide, type ComparedSide } from '../history/compare-rows.ts';
import { requireConfig } from '../config-owner.ts';
import { findConfig, listKeys } from '../queries.ts';
import { publishedReader, type ReadServer } from './read-published.ts';
import { publishedPath } from '../file/render-config.ts';
import { itemsAt } from '../history/revision-state.ts';

/**
 * Reads the published file back from every server of a config in parallel and returns the settings that differ between the saved
 * config, the committed config and any readable server. Secrets are compared, then masked.
 * @throws AppError('not_found')
 */
export async function compareServers(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.compareServers>,
): Promise<z.output<typeof serversComparisonSchema>> {
  const { kind, place, targets } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const config = await findConfig(ctx.db, place);
  const saved = config?.revision ?? 0;
  const committed = config?.committedRevision ?? null;
  const sideAt = async (number: number, hash: string | null): Promise<ComparedSide> => {
    const items = await itemsAt(ctx.db, ctx.secrets, place, { number, saved });
    return comparedSide(kind, items, keys, hash);
  };
  const sides = {
    saved: await sideAt(saved, null),
    committed: await sideAt(committed ?? 0, config?.committedHash ?? null),
  };
  const read = publishedReader(ctx.ports.configPublishing, publishedPath(tenantId, kind), kind.format, [
    ...(committed === null ? [] : [sides.committed]),
    sides.saved,
  ]);
  const servers = await Promise.all(targets.map(async (target) => ({ ...target, ...(await read(target.host)) })));
  return {
    revision: saved,
    committed_revision: committed,
    read_at: ctx.clock.now().toISOString(),
    servers: servers.map((server) => ({
      host: server.host,
      environment: server.environment,
      ...factsOf(server, committed === null ? null : sides.committed.hash),
    })),
    rows: comparedRows(sides, servers, keys),
  };
}

function factsOf(server: ReadServer, committed: string | null): Omit<ComparedServer, 'host' | 'environment'> {
  const none = { other_text: [], more_other_text: false };
  if ('error' in server) return { state: 'unreadable', error: server.error, ...none };
  if (!server.file) return { state: 'missing', ...none };
  return {
    state: server.hash === committed ? 'same' : 'changed',
    other_text: [...server.file.other],
    more_other_text: server.file.moreOther,
  };
}
