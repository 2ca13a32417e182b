import type { RunKind, RunOutcome } from '@mission-control/contract/runs/rules';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenants } from '../../fleet/tables.ts';
import type { ProcessIdentity } from '../../platform/processes/process-identity.ts';

/** A job to send when the end of a run was not seen; `persistent` as in `SendOptions`. */
export interface WhenUnknown {
  job: string;
  data: object;
  persistent?: boolean;
}

/** Long-running tasks: who started them, when, and how they ended. */
export const runs = pgTable(
  'runs',
  {
    id: serial().primaryKey(),
    kind: text().$type<RunKind>().notNull(),
    subject: text().notNull(),
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    tenantId: integer('tenant_id').references(() => tenants.id, { onDelete: 'set null' }),
    /** Key of the click that started it; null without a click. */
    key: text().unique('runs_key'),
    outcome: text().$type<RunOutcome>().notNull().default('running'),
    error: text(),
    startedBy: text('started_by').notNull(),
    startedById: integer('started_by_id'),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    abortedBy: text('aborted_by'),
    /** In UTF-16 units. */
    outputLength: bigint('output_length', { mode: 'number' }).notNull().default(0),
    /** The server process that runs it, and its last heartbeat, by the database clock. */
    owner: text().notNull(),
    seenAt: time('seen_at').notNull().defaultNow(),
    /** Since when no process has been able to see whether it still runs; it then waits for a user. */
    unseenAt: time('unseen_at'),
    /** The current command, as marked by the release runner: it may outlive the server process. */
    process: jsonb().$type<ProcessIdentity>(),
    /** Job to send if its end was not seen. */
    whenUnknown: jsonb('when_unknown').$type<WhenUnknown>(),
    /** Series of runs of similar duration, e.g. `deploy:coursepro/strive/prod`; '' has none. */
    series: text().notNull().default(''),
    /** Its sequence and item, parsed from its click key. */
    sequence: text(),
    item: text(),
    /** The user who started it did not wait for its end, which still has to be reported. */
    untold: boolean().notNull().default(false),
  },
  (table) => [
    index('runs_series').on(table.series, table.id),
    index('runs_sequence')
      .on(table.sequence)
      .where(sql`sequence is not null`),
    index('runs_untold')
      .on(table.startedById)
      .where(sql`untold`),
    index('runs_open')
      .on(table.id)
      .where(sql`outcome = 'running'`),
    index('runs_kind').on(table.kind, table.tenantId, table.id),
    index('runs_started').on(table.startedAt, table.id),
    index('runs_ended').on(table.endedAt, table.id),
  ],
);

/** Output of runs in order of its offsets; append-only. */
export const runOutput = pgTable(
  'run_output',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Start and end of the piece within the output, in UTF-16 units. */
    start: bigint({ mode: 'number' }).notNull(),
    next: bigint({ mode: 'number' }).notNull(),
    at: time('at').notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.start] })],
);

/** Locks of running runs, deleted when the run ends. */
export const runLocks = pgTable(
  'run_locks',
  {
    name: text().primaryKey(),
    runId: integer('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
  },
  (table) => [index('run_locks_run').on(table.runId)],
);

/** Runs that a browser starts one after the other; their keys start with the key of the sequence. */
export const runSequences = pgTable(
  'run_sequences',
  {
    id: serial().primaryKey(),
    key: text().notNull().unique('run_sequences_key'),
    kind: text().$type<RunKind>().notNull(),
    facts: jsonb().$type<Record<string, string>>().notNull(),
    items: jsonb().$type<{ item: string; name: string }[]>().notNull(),
    /** Items rejected before a run started, with the reason. */
    refusals: jsonb().$type<Record<string, string>>().notNull().default({}),
    startedBy: text('started_by').notNull(),
    startedAt: time('started_at').notNull(),
    /** When a user abandoned the rest. */
    closedAt: time('closed_at'),
  },
  (table) => [index('run_sequences_kind').on(table.kind, table.id)],
);
