import type { RunKind, RunOutcome } from '@mission-control/contract/runs/kinds';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { ProcessMark } from '../../platform/processes/process-mark.ts';
import { tenants } from '../tenants/public.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Everything long that was started: who, when, how it ended. */
export const runs = pgTable(
  'runs',
  {
    id: serial().primaryKey(),
    kind: text().$type<RunKind>().notNull(),
    subject: text().notNull(),
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    tenantId: integer('tenant_id').references(() => tenants.id, { onDelete: 'set null' }),
    /** Names the click that started it; null when nobody clicked. */
    key: text().unique('runs_key'),
    outcome: text().$type<RunOutcome>().notNull().default('running'),
    error: text(),
    startedBy: text('started_by').notNull(),
    startedById: integer('started_by_id'),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    abortedBy: text('aborted_by'),
    /** UTF-16 units. */
    outputLength: bigint('output_length', { mode: 'number' }).notNull().default(0),
    /** The server process that runs it, and when that was last seen to work on it, by the database's clock. */
    owner: text().notNull(),
    seenAt: time('seen_at').notNull().defaultNow(),
    /** Since when nobody can see whether it still runs: it waits for a person then. */
    unseenAt: time('unseen_at'),
    /** The command that runs now, as the release runner marks it: it may outlive the server process. */
    process: jsonb().$type<ProcessMark>(),
    /** The job that is sent when nobody saw how it ended. */
    whenUnknown: jsonb('when_unknown').$type<{ job: string; data: object }>(),
    /** Runs of one series take about the same time, e.g. `deploy:coursepro/strive/prod`; '' has no equals. */
    series: text().notNull().default(''),
    /** The sequence that it belongs to, and as which of its items; by the key of its click. */
    sequence: text(),
    item: text(),
    /** Who started it was not waiting for its end, and has to be told of it. */
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
  ],
);

/** What runs wrote, in the order of its offsets; only ever added to. */
export const runOutput = pgTable(
  'run_output',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Where the piece begins in the whole output, in UTF-16 units, and where it ends. */
    start: bigint({ mode: 'number' }).notNull(),
    next: bigint({ mode: 'number' }).notNull(),
    at: time('at').notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.start] })],
);

/** What running runs keep others from: the row goes with the end of its run. */
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

/** Several runs that a browser starts one after the other; the keys of its runs begin with its own. */
export const runSequences = pgTable(
  'run_sequences',
  {
    id: serial().primaryKey(),
    key: text().notNull().unique('run_sequences_key'),
    kind: text().$type<RunKind>().notNull(),
    facts: jsonb().$type<Record<string, string>>().notNull(),
    items: jsonb().$type<{ item: string; name: string }[]>().notNull(),
    /** Items that were refused before a run began, with the reason. */
    refusals: jsonb().$type<Record<string, string>>().notNull().default({}),
    startedBy: text('started_by').notNull(),
    startedAt: time('started_at').notNull(),
    /** When a person gave up what was left. */
    closedAt: time('closed_at'),
  },
  (table) => [index('run_sequences_kind').on(table.kind, table.id)],
);
