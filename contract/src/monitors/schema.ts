import { z } from 'zod';

const values = z.array(z.number().nullable());

/** Median and 95th percentile of successful response times, in ms. */
export const percentiles = z.object({
  /** Over the whole range: the last 24 hours, or 7, 30 or 90 days (UTC) including today. Null without a successful response. */
  median: z.number().nullable(),
  p95: z.number().nullable(),
  /** By half-hour or day, with the start of each (ISO, UTC). */
  labels: z.array(z.string()),
  medians: values,
  p95s: values,
});
export type Percentiles = z.infer<typeof percentiles>;

/** Check settings of a monitor. */
const checkFields = {
  path: z
    .string()
    .trim()
    .max(300, 'At most 300 characters.')
    .regex(/^\/[^\s#]*$/, 'Must begin with / and contain no spaces or #.'),
  expected_status: z.int().min(100, 'From 100 to 599.').max(599, 'From 100 to 599.'),
  /** Must be in the first 256 KB of the body; null: the body is not read. */
  expected_text: z.string().trim().min(1).max(200, 'At most 200 characters.').nullable(),
  timeout_ms: z.int().min(1_000, 'From 1 to 10 s.').max(10_000, 'From 1 to 10 s.'),
  failures_to_down: z.int().min(1, 'From 1 to 20.').max(20, 'From 1 to 20.'),
  successes_to_up: z.int().min(1, 'From 1 to 20.').max(20, 'From 1 to 20.'),
  slow_ms: z.int().min(50, 'From 50 to 10,000 ms.').max(10_000, 'From 50 to 10,000 ms.'),
};
export const checkSettings = z.strictObject(checkFields);
export type CheckSettings = z.infer<typeof checkSettings>;
export const someCheckSettings = checkSettings.partial();
export type SomeCheckSettings = z.infer<typeof someCheckSettings>;

/** A list of settings, compared with the current ones. */
export const checksPlan = z.object({
  /** Monitors whose settings would change, in list order. */
  changes: z.array(
    z.object({
      id: z.int(),
      host: z.string(),
      label: z.string(),
      line: z.int(),
      /** The changed settings, before and after. */
      before: someCheckSettings,
      after: someCheckSettings,
    }),
  ),
  /** Monitors whose settings already match the list. */
  same: z.int(),
  /** Columns that are not check settings. */
  ignored: z.array(z.string()),
  /** Identifies the changes. */
  fingerprint: z.string(),
});
export type ChecksPlan = z.infer<typeof checksPlan>;
