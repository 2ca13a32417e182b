import { ENV_OF_GROUP, TENANTS_RUN, type ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  sql,
  type Column,
} from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { inOrder, inSlice, microseconds } from '../../fleet/queries-timeline.ts';
import { tenants } from '../../fleet/tables.ts';
import type { TimelineSlice } from '../../fleet/timeline.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { runs } from '../runs/public.ts';
import { releases, releaseTargets } from './tables.ts';
import type { InventoryHistory } from '@mission-control/contract/inventory/history';

/** The id of the tenant with exactly this name, unless deleted. */
export async function findTenantByName(db: Db, name: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.name, name), notDeleted));
  return found?.id;
}

export type ReleaseRow = typeof releases.$inferSelect;
export type TargetRow = typeof releaseTargets.$inferSelect;

/** Releases of an app, newest first, optionally of one version. */
export function listReleaseRows(db: Db, app: ReleaseRow['app'], version?: string): Promise<ReleaseRow[]> {
  return db
    .select()
    .from(releases)
    .where(and(eq(releases.app, app), version === undefined ? undefined : eq(releases.version, version)))
    .orderBy(desc(releases.createdAt), desc(releases.id));
}

/** Who created this release, and when; undefined before that. */
export async function findReleaseCreation(
  db: Db,
  { app, service, env, version }: Pick<ReleaseRow, 'app' | 'service' | 'env' | 'version'>,
): Promise<Pick<ReleaseRow, 'createdBy' | 'createdAt'> | undefined> {
  const [found] = await db
    .select({ createdBy: releases.createdBy, createdAt: releases.createdAt })
    .from(releases)
    .where(
      and(eq(releases.app, app), eq(releases.service, service), eq(releases.env, env), eq(releases.version, version)),
    );
  return found;
}

export async function insertRelease(db: Transaction, row: typeof releases.$inferInsert): Promise<void> {
  await db.insert(releases).values(row);
}

/** Builds that are neither among the newest of their service and environment, nor served, nor a rollback target. */
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

/** Removes releases; returns those that still existed. */
export function removeReleases(db: Transaction, ids: readonly number[]): Promise<ReleaseRow[]> {
  return db
    .delete(releases)
    .where(inArray(releases.id, [...ids]))
    .returning();
}

/** SHA-256 of all artifacts in use. */
export async function listArtifacts(db: Db): Promise<string[]> {
  const found = await db.selectDistinct({ sha256: releases.sha256 }).from(releases);
  return found.map(({ sha256 }) => sha256);
}

/** Targets of these services, on one environment or all. */
export function listTargetRows(db: Db, services: readonly string[], env?: ReleaseEnv): Promise<TargetRow[]> {
  return db
    .select()
    .from(releaseTargets)
    .where(and(inArray(releaseTargets.service, [...services]), env && eq(releaseTargets.env, env)));
}

/** Marks these services on an environment as being switched by a run. */
export async function beginSwitch(db: Transaction, services: readonly string[], env: ReleaseEnv, run: number) {
  await db
    .insert(releaseTargets)
    .values(services.map((service) => ({ service, env, switchingRun: run })))
    .onConflictDoUpdate({ target: [releaseTargets.service, releaseTargets.env], set: { switchingRun: run } });
}

/** Clears the mark: the servers of a run's targets serve the previous version again. */
export async function forgetSwitch(db: Transaction, run: number): Promise<void> {
  await db.update(releaseTargets).set({ switchingRun: null }).where(eq(releaseTargets.switchingRun, run));
}

/** The served version after a switch. */
export interface Served {
  service: string;
  env: ReleaseEnv;
  version: string;
  copy: string;
  at: Date;
  by: string;
  /** Set after a rollback: the version rolled back from is not a rollback target. */
  forgetPrevious: boolean;
}

/** Stores the result of a switch; redeploying the same version does not make it its own predecessor. */
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

/** Targets without a copy of the version deployed before the console cannot be restored. */
const isRestorable = or(isNull(releaseTargets.version), isNotNull(releaseTargets.copy));

/** Whether a run left targets in an undetermined state that can be restored. */
export async function hasSwitch(db: Db, run: number): Promise<boolean> {
  const left = await db
    .select({ service: releaseTargets.service })
    .from(releaseTargets)
    .where(and(eq(releaseTargets.switchingRun, run), isRestorable));
  return left.length > 0;
}

/** Restorable targets whose run ended before all their servers were switched. */
export function listBrokenOff(db: Db): Promise<TargetRow[]> {
  return db
    .select(getTableColumns(releaseTargets))
    .from(releaseTargets)
    .innerJoin(runs, eq(runs.id, releaseTargets.switchingRun))
    .where(and(isNotNull(releaseTargets.switchingRun), ne(runs.outcome, 'running'), isRestorable));
}

/** Whether the run still owns the switch of these services. */
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

/** Stores the versions served since before this console. It has no copies of them, so they cannot be rolled back to. */
export async function importServedVersions(db: Transaction, served: InventoryHistory['served']): Promise<void> {
  const rows = served.map(({ at, by, ...target }) => ({ ...target, deployedAt: new Date(at), deployedBy: by }));
  await insertRows(db, releaseTargets, rows);
}

const envOfGroup = sql.raw(
  Object.entries(ENV_OF_GROUP)
    .map(([group, env]) => `when '${group}' then '${env}'`)
    .join(' '),
);

/** Join condition for the CoursePro version deployed for a deployment group; other groups have none. */
export const deployedFor = (group: Column) =>
  and(eq(releaseTargets.service, TENANTS_RUN), eq(releaseTargets.env, sql`case ${group} ${envOfGroup} end`));

/** Deploys and seeds, by start or end time. */
export function listTimelineRuns(db: Db, when: 'begin' | 'end', slice: TimelineSlice) {
  const at = when === 'begin' ? runs.startedAt : runs.endedAt;
  return db
    .select({
      us: microseconds(at),
      id: runs.id,
      kind: runs.kind,
      subject: runs.subject,
      facts: runs.facts,
      tenantId: runs.tenantId,
      outcome: runs.outcome,
      startedBy: runs.startedBy,
    })
    .from(runs)
    .where(and(inArray(runs.kind, ['deploy', 'seed']), inSlice(at, runs.id, slice)))
    .orderBy(...inOrder(at, runs.id, slice))
    .limit(slice.limit);
}
