import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { runs } from '../runs/public.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Artifacts that were built: one for each app, service, environment and version. They never change. */
export const releases = pgTable(
  'releases',
  {
    id: serial().primaryKey(),
    app: text().$type<ReleaseApp>().notNull(),
    service: text().notNull(),
    env: text().$type<ReleaseEnv>().notNull(),
    /** The tag it was built from. */
    version: text().notNull(),
    commit: text().notNull(),
    sha256: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    runId: integer('run_id').references(() => runs.id, { onDelete: 'set null' }),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [unique('releases_one').on(table.app, table.service, table.env, table.version)],
);

/** What a service serves on an environment. */
export const releaseTargets = pgTable(
  'release_targets',
  {
    service: text().notNull(),
    env: text().$type<ReleaseEnv>().notNull(),
    /** The version that is served, and the name of its copy on the servers; null before the first deploy has ended. */
    version: text(),
    copy: text(),
    deployedAt: time('deployed_at'),
    deployedBy: text('deployed_by'),
    previousVersion: text('previous_version'),
    previousCopy: text('previous_copy'),
    /** The run that is switching its servers: written before the first one is switched, gone when all serve the same. */
    switchingRun: integer('switching_run').references(() => runs.id),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.env] }),
    index('release_targets_switching')
      .on(table.switchingRun)
      .where(sql`switching_run is not null`),
  ],
);
