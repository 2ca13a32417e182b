import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { noteDrift } from './check-drift-note.ts';
import { readAll, type Check, type Reading } from './check-drift-read.ts';
import { listDrifts, listHostsOf, takeUnchecked } from './queries-drift.ts';

/** A config is not checked again before this time has passed. */
const REST_MS = 5 * 60_000;
/** Configs a run takes: with a run a minute, those of 10,000 tenants have their turn within a quarter of an hour. */
const BATCH = 2000;

/**
 * Holds the published files of the configs whose turn it is against what was committed. `silent` keeps which servers could not be
 * read, so that it is said once; give the same set to every run. Answers how many configs were read and how many had news.
 */
export async function checkDrift(services: Services, silent: Set<string>): Promise<{ checked: number; news: number }> {
  const ctx = systemCtx(services, 'config');
  const checks = await takeChecks(ctx);
  const readings = await readAll(ctx, checks);
  sayUnreadable(ctx, readings, silent);
  const ids = [...new Set(checks.map((check) => check.tenantId))];
  const known = Map.groupBy(await listDrifts(ctx.db, ids), keyOf);
  let news = 0;
  for (const check of checks) {
    const stored = await noteDrift(ctx, check, readings.get(check) ?? [], known.get(keyOf(check)) ?? []);
    news += stored ? 1 : 0;
  }
  return { checked: checks.length, news };
}

const keyOf = ({ tenantId, kind }: { tenantId: number; kind: string }) => `${tenantId} ${kind}`;

async function takeChecks(ctx: Ctx): Promise<Check[]> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - REST_MS);
  const due = await takeUnchecked(ctx.db, { now, before, limit: BATCH });
  const environmentsOf = (one: (typeof due)[number]) =>
    [one.webEnvironmentId, one.workerEnvironmentId].filter((id) => id !== null);
  const hosts = await listHostsOf(ctx.db, [...new Set(due.flatMap(environmentsOf))]);
  return due.flatMap(({ tenantId, kind, committedHash, committedAt, ...places }) => {
    if (committedHash === null) return [];
    const ids = environmentsOf({ tenantId, kind, committedHash, committedAt, ...places });
    const own = new Set(ids.flatMap((id) => hosts.get(id) ?? []));
    return [{ tenantId, kind, committedHash, committedAt, hosts: [...own].toSorted() }];
  });
}

/** Says once that a server, or one file of a server, cannot be read, and once that it can be again. */
function sayUnreadable(ctx: Ctx, readings: ReadonlyMap<Check, readonly Reading[]>, silent: Set<string>): void {
  const all = [...readings].flatMap(([check, own]) =>
    own.map((reading) => ({ reading, file: `${reading.host} ${keyOf(check)}` })),
  );
  for (const [host, own] of Map.groupBy(all, ({ reading }) => reading.host)) {
    // A server that answers for no file at all is one thing to say, not one for each file.
    const reached = own.some(({ reading }) => !('error' in reading));
    for (const { reading, file } of own) {
      if ('error' in reading) sayOnce(ctx, silent, reached ? file : host, reading);
      else if ([host, file].filter((about) => silent.delete(about)).length > 0)
        ctx.log.info({ host, file }, 'published files can be read back again');
    }
  }
}

function sayOnce(ctx: Ctx, silent: Set<string>, about: string, reading: { host: string; error: string }): void {
  if (silent.has(about)) return;
  silent.add(about);
  ctx.log.warn(
    { host: reading.host, about, reason: reading.error },
    'published files could not be read back; what is known of them stands',
  );
}
