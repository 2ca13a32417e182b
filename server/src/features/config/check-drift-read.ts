import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { createHash } from 'node:crypto';
import { publishedPath } from './render-config.ts';

/** What a server has: the SHA-256 of its file (null = none), or why that could not be found out. */
export type Reading = { host: string; hash: string | null } | { host: string; error: string };

/** A committed config and the servers that should have it. */
export interface Check {
  tenantId: number;
  kind: ConfigKindSlug;
  /** As read before the servers were asked. */
  committedHash: string;
  committedAt: Date | null;
  hosts: readonly string[];
}

/** Files read from one server at the same time. */
const AT_ONCE = 4;
/** After so many failures in a row a server is left alone for this run: each may take the driver's whole limit. */
const PATIENCE = 4;

/** Reads the file of a config from one of its servers. */
export async function readBack(
  ctx: Ctx,
  { tenantId, kind: slug }: Pick<Check, 'tenantId' | 'kind'>,
  host: string,
): Promise<Reading> {
  const kind = findConfigKind(slug);
  if (!kind) throw new Error(`There is no config kind ${slug}.`);
  try {
    const content = await ctx.ports.configPublishing.read({ host }, publishedPath(tenantId, kind));
    return { host, hash: content && createHash('sha256').update(content).digest('hex') };
  } catch (error) {
    if (error instanceof AppError) return { host, error: error.message };
    throw error;
  }
}

/**
 * Reads the files of many configs from all their servers, the servers beside each other. A server that does not answer keeps the
 * others from nothing; what was not asked of it is missing in the answer.
 */
export async function readAll(ctx: Ctx, checks: readonly Check[]): Promise<Map<Check, Reading[]>> {
  const readings = new Map(checks.map((check) => [check, [] as Reading[]]));
  const tasks = checks.flatMap((check) => check.hosts.map((host) => ({ check, host })));
  const byHost = Map.groupBy(tasks, (task) => task.host);
  await Promise.all(
    [...byHost.values()].map(async (own) => {
      const queue = own.values();
      let failures = 0;
      const work = async () => {
        for (const { check, host } of queue) {
          if (failures >= PATIENCE) return;
          const reading = await readBack(ctx, check, host);
          failures = 'error' in reading ? failures + 1 : 0;
          readings.get(check)?.push(reading);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }),
  );
  return readings;
}
