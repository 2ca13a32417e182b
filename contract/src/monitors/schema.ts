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
