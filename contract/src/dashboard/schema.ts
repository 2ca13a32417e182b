import { z } from 'zod';

/** Most parts of one distribution in a report. */
const SLICES_A_REPORT = 50;
/** Most SDD errors of a tenant in one report. */
const ERRORS_A_REPORT = 100;

/** Members; within what the database counts in a 32-bit integer. */
const members = z.int().min(0).max(2_147_483_647);

/** A part of a whole: how many members have this label. */
const slice = z.object({ label: z.string(), value: z.number() });
export type Slice = z.infer<typeof slice>;
/** The parts of a whole, in the order to show them (C-037). */
export const slices = z.array(slice);

const reportedSlices = z
  .array(z.strictObject({ label: z.string().trim().min(1).max(60), value: members }))
  .max(SLICES_A_REPORT)
  .refine((all) => new Set(all.map(({ label }) => label)).size === all.length, 'names a label twice');

/** What an environment reports of a tenant's members. */
export const statisticsEntry = {
  /** All members. */
  all: members,
  /** Centres that the tenant runs; left out = not known. */
  centres: z.int().min(0).max(1_000_000).optional(),
  /** Members who are on a course. */
  oncourse: members,
  /** Members on a course who use HomePortal. */
  homeportal_oncourse: members,
  gender: reportedSlices,
  age: reportedSlices,
  /** Where in their course life the members are. */
  distribution: reportedSlices,
};

/** An error of a tenant's SDD as it is reported. */
const reportedError = z.strictObject({
  message: z.string().trim().min(1).max(1000),
  /** When it happened, ISO 8601 with its offset. One from the future counts as happened when the report was made. */
  timestamp: z.iso.datetime({ offset: true }),
  /** ERROR is the worst; any other word is less. */
  level: z.string().trim().min(1).max(20),
});
export type ReportedError = z.infer<typeof reportedError>;

/** What an environment reports of a tenant's SDD: errors that it told before are not stored again. */
export const sddErrorsEntry = { errors: z.array(reportedError).max(ERRORS_A_REPORT) };

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

/** How up to date the numbers are. */
export const coverage = z.object({
  /** Tenants that are meant: one, or all in production; those without services are left out, since nobody reports of them. */
  tenants: z.int(),
  /** Of them, those that have reported at all; the numbers are theirs. */
  reported: z.int(),
  /** Of them, those whose report is not stale. */
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
