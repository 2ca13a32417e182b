import { listHosts } from '../../../fleet/queries-places.ts';
import { systemCtx, type Ctx, type Services } from '../../../platform/context.ts';
import { publishedEnvironments } from '../config-owner.ts';
import { noteAnswers, noteDrift } from './check-drift-note.ts';
import { readAll, type Check, type Reading } from './check-drift-read.ts';
import { listDrifts, takeUnchecked } from './queries-drift.ts';
import { takeUncommitted } from './queries-looks.ts';

/** Minimum time between two checks of a config. */
const MIN_INTERVAL_MS = 5 * 60_000;
/** Configs per run: at one run per minute, the configs of 10,000 tenants are checked within 15 minutes. */
const BATCH_SIZE = 2000;

/**
 * Compares the published files of due configs with their committed hashes, and looks for files of never-committed
 * configs. Never writes to a server (C-134). `unreadable` remembers reported servers
 * and files, so that each is logged once; pass the same set to every run. Returns the numbers of
 * checked committed configs and of configs whose drift changed.
 */
export async function checkDrift(
  services: Services,
  unreadable: Set<string>,
): Promise<{ checked: number; news: number }> {
  const ctx = systemCtx(services, 'config');
  const checks = await takeChecks(ctx);
  const readings = await readAll(ctx, checks);
  logUnreadable(ctx, readings, unreadable);
  const ids = [...new Set(checks.map((check) => check.tenantId))];
  const known = Map.groupBy(await listDrifts(ctx.db, ids), keyOf);
  let news = 0;
  for (const check of checks) {
    const stored = await noteDrift(ctx, check, readings.get(check) ?? [], known.get(keyOf(check)) ?? []);
    news += stored ? 1 : 0;
  }
  await noteAnswers(ctx, readings);
  return { checked: checks.filter(({ committedHash }) => committedHash !== null).length, news };
}

const keyOf = ({ tenantId, kind }: { tenantId: number; kind: string }) => `${tenantId} ${kind}`;

async function takeChecks(ctx: Ctx): Promise<Check[]> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - MIN_INTERVAL_MS);
  const committed = await takeUnchecked(ctx.db, { now, before, limit: BATCH_SIZE });
  const others = await takeUncommitted(ctx.db, { now, before, limit: BATCH_SIZE });
  const due = [...committed, ...others.map((config) => ({ ...config, committedHash: null, committedAt: null }))];
  const hosts = await listHosts(ctx.db, [...new Set(due.flatMap(publishedEnvironments))]);
  return due.map(({ tenantId, kind, committedHash, committedAt, ...places }) => {
    const targets = new Set(publishedEnvironments(places).flatMap((id) => hosts.get(id) ?? []));
    return { tenantId, kind, committedHash, committedAt, hosts: [...targets].toSorted() };
  });
}

/** Logs once that a server, or one file on it, cannot be read, and once that it is readable again. */
function logUnreadable(ctx: Ctx, readings: ReadonlyMap<Check, readonly Reading[]>, unreadable: Set<string>): void {
  const all = [...readings].flatMap(([check, ofCheck]) =>
    ofCheck.map((reading) => ({ reading, file: `${reading.host} ${keyOf(check)}` })),
  );
  for (const [host, onServer] of Map.groupBy(all, ({ reading }) => reading.host)) {
    // A server with no readable file at all is logged once, not once per file.
    const reached = onServer.some(({ reading }) => !('error' in reading));
    for (const { reading, file } of onServer) {
      if ('error' in reading) warnOnce(ctx, unreadable, reached ? file : host, reading);
      else if ([host, file].filter((about) => unreadable.delete(about)).length > 0)
        ctx.log.info({ host, file }, 'published files are readable again');
    }
  }
}

function warnOnce(ctx: Ctx, unreadable: Set<string>, about: string, reading: { host: string; error: string }): void {
  if (unreadable.has(about)) return;
  unreadable.add(about);
  ctx.log.warn(
    { host: reading.host, about, reason: reading.error },
    'failed to read published files back; keeping their known state',
  );
}
