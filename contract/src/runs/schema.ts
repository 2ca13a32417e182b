import { z } from 'zod';
import { RUN_KINDS, RUN_OUTCOMES } from './kinds.ts';

const time = z.iso.datetime();

/** One run, without its output. */
export const runRow = z.object({
  id: z.int(),
  kind: z.enum(RUN_KINDS),
  /** What it is about, as a person would say it: `coursepro 4.18.2 to staging`. */
  subject: z.string(),
  /** Further facts of its kind, such as app and version of a deploy. */
  facts: z.record(z.string(), z.unknown()),
  tenant_id: z.int().nullable(),
  outcome: z.enum(RUN_OUTCOMES),
  /** Why it did not succeed; null while it runs and after a success. */
  error: z.string().nullable(),
  /** The sequence that it is an item of; null when it was started by itself. */
  sequence: z.string().nullable(),
  started_by: z.string(),
  started_at: time,
  /** Null while it runs. */
  ended_at: time.nullable(),
  /** Who asked for its end; null when nobody did. */
  aborted_by: z.string().nullable(),
  /**
   * Since when nobody can see whether it still runs: its console is gone or silent, and it was started on another host, which is
   * named when a command ran there. It keeps its locks until it is seen again or a person gives it up. Null otherwise.
   */
  unseen_since: time.nullable(),
  unseen_host: z.string().nullable(),
  /** Length of the output so far, in UTF-16 units: the offset after its last character. */
  output_length: z.int(),
  /** How long such runs usually take (same app, service and environment, or same tenant), in seconds; null when none succeeded yet. */
  usual_seconds: z.number().nullable(),
});
export type RunRow = z.infer<typeof runRow>;

/** A piece of output as it was written; pieces follow each other without gap or overlap. */
export const outputPiece = z.object({
  /** Where it begins in the whole output, in UTF-16 units. */
  offset: z.int(),
  at: time,
  text: z.string(),
});
export type OutputPiece = z.infer<typeof outputPiece>;

/** What a call that starts a run answers with 202: the run, which goes on. */
export const runAccepted = z.object({ run_id: z.int() });

/** The name of one click (Idempotency-Key): the same key answers the same run. */
export const runKey = z
  .string()
  .regex(/^[\w.:-]{8,100}$/, 'must be 8 to 100 letters, digits, dots, colons, hyphens or underscores');
