import type { ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { runs } from '../runs/public.ts';
import { releases, releaseTargets } from './tables.ts';

export type ReleaseRow = typeof releases.$inferSelect;
export type TargetRow = typeof releaseTargets.$inferSelect;

/** All releases of an app, newest first; of one version when it is given. */
export function listReleaseRows(db: Db, app: ReleaseRow['app'], version?: string): Promise<ReleaseRow[]> {
  return db
    .select()
    .from(releases)
    .where(and(eq(releases.app, app), version === undefined ? undefined : eq(releases.version, version)))
    .orderBy(desc(releases.createdAt), desc(releases.id));
}

/** Whether exactly this release exists. */
export async function hasRelease(
  db: Db,
  { app, service, env, version }: Pick<ReleaseRow, 'app' | 'service' | 'env' | 'version'>,
): Promise<boolean> {
  const found = await db
    .select({ id: releases.id })
    .from(releases)
    .where(
      and(eq(releases.app, app), eq(releases.service, service), eq(releases.env, env), eq(releases.version, version)),
    );
  return found.length > 0;
}

export async function insertRelease(db: Transaction, row: typeof releases.$inferInsert): Promise<void> {
  await db.insert(releases).values(row);
}

/** Builds that are not among the newest of their service and environment, and neither served nor to be rolled back to. */
export function listOldReleases(db: Db, kept: number): Promise<ReleaseRow[]> {
  const place = sql<number>`row_number() over (
    partition by ${releases.service}, ${releases.env} order by ${releases.createdAt} desc, ${releases.id} desc)`;
  const ranked = db
    .select({ id: releases.id, place: place.as('place') })
    .from(releases)
    .as('ranked');
  const copy = sql`left(${releases.sha256}, 12) || '-' || replace(${releases.version}, '/', '_')`;
  const served = db
    .select({ service: releaseTargets.service })
    .from(releaseTargets)
    .where(sql`${copy} in (${releaseTargets.copy}, ${releaseTargets.previousCopy})`);
  return db
    .select(getTableColumns(releases))
    .from(releases)
    .innerJoin(ranked, eq(ranked.id, releases.id))
    .where(and(gt(ranked.place, kept), notExists(served)))
    .orderBy(releases.id);
}

/** Removes releases; answers those that were still there. */
export function removeReleases(db: Transaction, ids: readonly number[]): Promise<ReleaseRow[]> {
  return db
    .delete(releases)
    .where(inArray(releases.id, [...ids]))
    .returning();
}

/** The SHA-256 of all artifacts that a release needs. */
export async function listArtifacts(db: Db): Promise<string[]> {
  const found = await db.selectDistinct({ sha256: releases.sha256 }).from(releases);
  return found.map(({ sha256 }) => sha256);
}

/** What is served: of these services, on one environment or all. */
export function listTargetRows(db: Db, services: readonly string[], env?: ReleaseEnv): Promise<TargetRow[]> {
  return db
    .select()
    .from(releaseTargets)
    .where(and(inArray(releaseTargets.service, [...services]), env && eq(releaseTargets.env, env)));
}

/** Notes what is served since before this console. */
export async function insertServed(
  db: Transaction,
  list: readonly (typeof releaseTargets.$inferInsert)[],
): Promise<void> {
  if (list.length > 0) await db.insert(releaseTargets).values([...list]);
}

/** Notes that a run switches these services on an environment from now on. */
export async function beginSwitch(db: Transaction, services: readonly string[], env: ReleaseEnv, run: number) {
  await db
    .insert(releaseTargets)
    .values(services.map((service) => ({ service, env, switchingRun: run })))
    .onConflictDoUpdate({ target: [releaseTargets.service, releaseTargets.env], set: { switchingRun: run } });
}

/** Notes that the servers of a run's targets serve what they served before. */
export async function forgetSwitch(db: Transaction, run: number): Promise<void> {
  await db.update(releaseTargets).set({ switchingRun: null }).where(eq(releaseTargets.switchingRun, run));
}

/** What a target serves after a switch. */
export interface Served {
  service: string;
  env: ReleaseEnv;
  version: string;
  copy: string;
  at: Date;
  by: string;
  /** The rolled-back version is no version to go back to. */
  forgetPrevious: boolean;
}

/** Notes what a run has switched a target to; the same version again does not make itself its own previous one. */
export async function endSwitch(db: Transaction, run: number, { service, env, forgetPrevious, ...now }: Served) {
  const same = sql`${releaseTargets.copy} is not distinct from ${now.copy}`;
  const previous = (before: unknown, kept: unknown) =>
    forgetPrevious ? null : sql<string | null>`case when ${same} then ${kept} else ${before} end`;
  await db
    .update(releaseTargets)
    .set({
      version: now.version,
      copy: now.copy,
      deployedAt: now.at,
      deployedBy: now.by,
      previousVersion: previous(releaseTargets.version, releaseTargets.previousVersion),
      previousCopy: previous(releaseTargets.copy, releaseTargets.previousCopy),
      switchingRun: null,
    })
    .where(and(eq(releaseTargets.service, service), eq(releaseTargets.env, env), eq(releaseTargets.switchingRun, run)));
}

/** Whether a run has left targets that may serve one or the other. */
export async function hasSwitch(db: Db, run: number): Promise<boolean> {
  const left = await db
    .select({ service: releaseTargets.service })
    .from(releaseTargets)
    .where(eq(releaseTargets.switchingRun, run));
  return left.length > 0;
}

/** Targets whose run has ended before all of their servers served the same. */
export function listBrokenOff(db: Db): Promise<TargetRow[]> {
  return db
    .select({ target: releaseTargets })
    .from(releaseTargets)
    .innerJoin(runs, eq(runs.id, releaseTargets.switchingRun))
    .where(and(isNotNull(releaseTargets.switchingRun), ne(runs.outcome, 'running')))
    .then((found) => found.map(({ target }) => target));
}

/** Whether the run still is the one that switches these services. */
export async function isSwitching(db: Db, services: readonly string[], env: ReleaseEnv, run: number): Promise<boolean> {
  const mine = await db
    .select({ service: releaseTargets.service })
    .from(releaseTargets)
    .innerJoin(runs, eq(runs.id, releaseTargets.switchingRun))
    .where(
      and(
        inArray(releaseTargets.service, [...services]),
        eq(releaseTargets.env, env),
        eq(releaseTargets.switchingRun, run),
        eq(runs.outcome, 'running'),
      ),
    );
  return mine.length === services.length;
}
