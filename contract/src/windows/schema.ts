import { z } from 'zod';
import { scopeIds } from '../id.ts';
import { serviceSlug } from '../slugs.ts';
import { SERVICES } from '../catalogue.ts';
import { checked, line, name, zone } from '../texts.ts';
import { faultOfRule, isWallTime, MAX_WINDOW_MINUTES, MIN_WINDOW_MINUTES } from './rules.ts';

const instant = z.iso.datetime();

const LENGTH_FAULT = 'must be from 5 minutes to a week';

const windowFields = {
  name,
  note: line(500),
  /** Its scope: an empty list does not restrict it, so three empty lists cover everything. */
  scope: z.strictObject({
    tenants: scopeIds,
    environments: scopeIds,
    services: z.array(serviceSlug).max(SERVICES.length).default([]),
  }),
  /** Wall-clock time of the first start, in the zone. */
  starts: z.string().refine(isWallTime, 'must be a time such as 2026-11-29T02:00'),
  zone,
  /** Length of each occurrence. */
  minutes: z.int().min(MIN_WINDOW_MINUTES, LENGTH_FAULT).max(MAX_WINDOW_MINUTES, LENGTH_FAULT),
  /** Recurrence as an RRULE of RFC 5545 without times of day; null: once. */
  rule: checked(faultOfRule, z.string().min(1).max(300)).nullable(),
  /** True if it turns on the maintenance switches of its services. */
  switches: z.boolean(),
};

/** A window as it is saved. */
export const windowInput = z.strictObject(windowFields);
export type WindowInput = z.infer<typeof windowInput>;

const timeRange = z.object({ from: instant, to: instant });

export const WINDOW_STATES = ['now', 'coming', 'past'] as const;

export const windowRow = z.object({
  id: z.int(),
  ...windowFields,
  /** As stored, because earlier versions accepted more. */
  rule: z.string().nullable(),
  state: z.enum(WINDOW_STATES),
  /** The current occurrence, else the next one, else the last one; null if there is none. */
  at: timeRange.nullable(),
  updated_at: instant,
  updated_by: z.string(),
});
export type WindowRow = z.infer<typeof windowRow>;

/** The effect of a window. */
export const windowPreview = z.object({
  /** The next occurrences, at most five; empty if it is over. */
  next: z.array(timeRange),
  tenants: z.int(),
  sites: z.int(),
  /** Number of services whose maintenance switch would be turned on. */
  switched: z.int(),
});
