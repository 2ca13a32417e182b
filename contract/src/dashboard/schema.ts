import { z } from 'zod';
import { storable } from '../id.ts';
import { defineReport } from '../reports/define-report.ts';

/** Maximum slices of one distribution in a report. */
const MAX_SLICES = 50;
/** Maximum SDD errors per tenant in one report. */
const MAX_ERRORS = 100;

/** Number of members; a 32-bit integer in the database. */
const members = z.int().min(0).max(2_147_483_647);

/** The number of members with this label. */
const slice = z.object({ label: z.string(), value: z.number() });
export type Slice = z.infer<typeof slice>;
/** In display order (C-037). */
export const slices = z.array(slice);

const reportedSlices = z
  .array(z.strictObject({ label: z.string().trim().min(1).max(60), value: members }))
  .max(MAX_SLICES)
  .refine((all) => new Set(all.map(({ label }) => label)).size === all.length, 'contains a label twice');

/** An environment's report about a tenant's members. */
export const statisticsEntry = {
  /** All members. */
  all: members,
  /** Number of centres; absent = unknown. */
  centres: z.int().min(0).max(1_000_000).optional(),
  /** Members who are on a course. */
  oncourse: members,
  /** Members on a course who use HomePortal. */
  homeportal_oncourse: members,
  gender: reportedSlices,
  age: reportedSlices,
  /** Members by stage of their course membership. */
  distribution: reportedSlices,
};

/** An error of a tenant's SDD as reported. */
const reportedError = z.strictObject({
  message: z.string().trim().min(1).max(1000),
  /** ISO 8601 with offset. A time in the future is replaced by the time of the report. */
  timestamp: storable(z.iso.datetime({ offset: true })),
  /** ERROR is the most severe; any other word is less severe. */
  level: z.string().trim().min(1).max(20),
});
export type ReportedError = z.infer<typeof reportedError>;

/** An environment's report about a tenant's SDD; errors reported before are not stored again. */
export const sddErrorsEntry = { errors: z.array(reportedError).max(MAX_ERRORS) };

/** An error as the table shows it (C-037). */
export const sddError = z.object({
  tenant_id: z.int(),
  /** The tenant's name. */
  tenant: z.string(),
  message: z.string(),
  /** ISO 8601. */
  timestamp: z.string(),
  level: z.string(),
});
export type SddError = z.infer<typeof sddError>;

export const coverage = z.object({
  /** Tenants in scope: one, or all in production; excludes those without services, which are never reported. */
  tenants: z.int(),
  /** Those with a report; the numbers cover these. */
  reported: z.int(),
  /** Those with a fresh report. */
  fresh: z.int(),
  /** When the newest report was made, ISO 8601; null without one. */
  newest: z.string().nullable(),
});
export type Coverage = z.infer<typeof coverage>;

export const memberStatistics = z.object({
  all: z.number(),
  oncourse: z.number(),
  homeportal_oncourse: z.number(),
  distribution: slices,
});
export type MemberStatistics = z.infer<typeof memberStatistics>;

export const reportStatistics = defineReport(
  'statistics',
  'Member statistics of tenants; replaces earlier ones.',
  statisticsEntry,
);

export const reportSddErrors = defineReport(
  'sdd-errors',
  "Errors of tenants' SDD; errors reported before may be repeated.",
  sddErrorsEntry,
);
