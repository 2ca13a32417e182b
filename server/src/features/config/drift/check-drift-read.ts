import type { Ctx } from '../../../platform/context.ts';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import type { Buffer } from 'node:buffer';
import { hashOf, publishedPath } from '../file/render-config.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { readPublished } from './read-published.ts';

/** SHA-256 of the file on a server (null = no file), with its content if it is not the committed one; or why it could not be read. */
export type Reading = { host: string; hash: string | null; content?: Buffer } | { host: string; error: string };

/** A config and its target servers. */
export interface Check extends ConfigPlace {
  /** Value before the servers were read; null = never committed, so no server should have a file. */
  committedHash: string | null;
  committedAt: Date | null;
  hosts: readonly string[];
}

/** Maximum concurrent reads per server. */
const MAX_CONCURRENT = 4;
/** Maximum concurrent servers: processing all responses at once would block requests for a quarter of a second. */
const MAX_SERVERS = 8;
/** Consecutive failures after which a server is skipped for this run: each may take the driver's full timeout. */
const MAX_FAILURES = 4;

export async function readBack(
  ctx: Ctx,
  { tenantId, kind: slug, committedHash }: Pick<Check, 'tenantId' | 'kind' | 'committedHash'>,
  host: string,
): Promise<Reading> {
  const kind = findConfigKind(slug);
  if (!kind) throw new Error(`There is no config ${slug}.`);
  const content = await readPublished(ctx.ports.configPublishing, host, publishedPath(tenantId, kind));
  if (content === null) return { host, hash: null };
  if ('error' in content) return { host, error: content.error };
  const hash = hashOf(content);
  return hash === committedHash ? { host, hash } : { host, hash, content };
}

/** The files that were found, unless they are the committed one. */
export const foundFiles = (readings: readonly Reading[]): { host: string; hash: string; content: Buffer }[] =>
  readings.flatMap((reading) =>
    'error' in reading || reading.hash === null || !reading.content
      ? []
      : [{ host: reading.host, hash: reading.hash, content: reading.content }],
  );

/**
 * Reads the files of many configs from all their servers, several at a time. An unresponsive server does not hold up the others; its
 * skipped readings are missing from the result.
 */
export async function readAll(ctx: Ctx, checks: readonly Check[]): Promise<Map<Check, Reading[]>> {
  const readings = new Map(checks.map((check) => [check, [] as Reading[]]));
  const tasks = checks.flatMap((check) => check.hosts.map((host) => ({ check, host })));
  const servers = Map.groupBy(tasks, (task) => task.host).values();
  const readServer = async (onServer: typeof tasks): Promise<void> => {
    const queue = onServer.values();
    let failures = 0;
    const work = async () => {
      for (const { check, host } of queue) {
        if (failures >= MAX_FAILURES) return;
        const reading = await readBack(ctx, check, host);
        failures = 'error' in reading ? failures + 1 : 0;
        readings.get(check)?.push(reading);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  };
  const work = async () => {
    for (const onServer of servers) await readServer(onServer);
  };
  await Promise.all(Array.from({ length: MAX_SERVERS }, work));
  return readings;
}
