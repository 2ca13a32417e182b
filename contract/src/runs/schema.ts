import { z } from 'zod';
import { RUN_KINDS, RUN_OUTCOMES } from './rules.ts';

const time = z.iso.datetime();

/** One run, without its output. */
export const runRow = z.object({
  id: z.int(),
  kind: z.enum(RUN_KINDS),
  /** Human-readable subject: `coursepro 4.18.2 to staging`. */
  subject: z.string(),
  /** Data specific to its kind, such as app and version of a deploy. */
  facts: z.record(z.string(), z.unknown()),
  tenant_id: z.int().nullable(),
  outcome: z.enum(RUN_OUTCOMES),
  /** Why it did not succeed; null while running and after success. */
  error: z.string().nullable(),
  /** The sequence it belongs to; null if none. */
  sequence: z.string().nullable(),
  started_by: z.string(),
  started_at: time,
  /** Null while running. */
  ended_at: time.nullable(),
  /** Who aborted it; null if nobody did. */
  aborted_by: z.string().nullable(),
  /**
   * Since when its state has been unknown: its console is gone or silent, and it was started on another host, which is named if a
   * command ran there. It keeps its locks until it is seen again or a user gives it up. Null otherwise.
   */
  unseen_since: time.nullable(),
  unseen_host: z.string().nullable(),
  /** Current length of the output, in UTF-16 units. */
  output_length: z.int(),
  /** Usual duration of comparable runs (same app, service and environment, or same tenant), in seconds; null if none succeeded yet. */
  usual_seconds: z.number().nullable(),
});
export type RunRow = z.infer<typeof runRow>;

/** A chunk of output as written; chunks are contiguous. */
export const outputPiece = z.object({
  /** Start in the whole output, in UTF-16 units. */
  offset: z.int(),
  at: time,
  text: z.string(),
});

/** 202 response of a call that starts a run. */
export const runAccepted = z.object({ run_id: z.int() });

/** Identifies one click (Idempotency-Key): the same key returns the same run. */
export const runKey = z
  .string()
  .regex(/^[\w.:-]{8,100}$/, 'must be 8 to 100 letters, digits, dots, colons, hyphens or underscores');
