import { z } from 'zod';

const values = z.array(z.number().nullable());

/** How long good answers took, in ms: half of them at most the median, 95 % of them at most p95. */
export const percentiles = z.object({
  /** Over the whole range: the last 24 hours, or 7, 30 or 90 days (UTC) with today. Null without a good answer. */
  median: z.number().nullable(),
  p95: z.number().nullable(),
  /** By half-hour or day, with the start of each (ISO, UTC). */
  labels: z.array(z.string()),
  medians: values,
  p95s: values,
});
export type Percentiles = z.infer<typeof percentiles>;

/** How a monitor is checked. */
const checkFields = {
  path: z
    .string()
    .trim()
    .max(300, 'At most 300 characters.')
    .regex(/^\/[^\s#]*$/, 'Begins with / and has no spaces and no #.'),
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

/** A list of settings, compared with how the monitors are checked now. */
export const checksPlan = z.object({
  /** Monitors that would be checked differently, by their place in the list. */
  changes: z.array(
    z.object({
      id: z.int(),
      host: z.string(),
      label: z.string(),
      line: z.int(),
      /** What changes, as it is and as it would be. */
      before: someCheckSettings,
      after: someCheckSettings,
    }),
  ),
  /** Monitors that are checked as the list says. */
  same: z.int(),
  /** Columns that say nothing about checks. */
  ignored: z.array(z.string()),
  /** Identifies the changes. */
  fingerprint: z.string(),
});
export type ChecksPlan = z.infer<typeof checksPlan>;
