import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { runs } from '../runs/public.ts';

/** Built artifacts, one per app, service, environment and version. Immutable. */
export const releases = pgTable(
  'releases',
  {
    id: serial().primaryKey(),
    app: text().$type<ReleaseApp>().notNull(),
    service: text().notNull(),
    env: text().$type<ReleaseEnv>().notNull(),
    version: text().notNull(),
    commit: text().notNull(),
    sha256: text().notNull(),
    /** In bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    runId: integer('run_id').references(() => runs.id, { onDelete: 'set null' }),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [unique('releases_one').on(table.app, table.service, table.env, table.version)],
);

/** The version served by a service on an environment. */
export const releaseTargets = pgTable(
  'release_targets',
  {
    service: text().notNull(),
    env: text().$type<ReleaseEnv>().notNull(),
    /** The served version, and the name of its copy on the servers; null before the first deploy ended. */
    version: text(),
    copy: text(),
    deployedAt: time('deployed_at'),
    deployedBy: text('deployed_by'),
    previousVersion: text('previous_version'),
    previousCopy: text('previous_copy'),
    /** The run that is switching its servers: set before the first one is switched, cleared once all serve the same version. */
    switchingRun: integer('switching_run').references(() => runs.id),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.env] }),
    index('release_targets_switching')
      .on(table.switchingRun)
      .where(sql`switching_run is not null`),
  ],
);
