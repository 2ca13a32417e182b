import { decimalText } from '../numbers.ts';
import type { MemberStatistics, Slice } from './schema.ts';

/** `part` of `whole` in percent, never below 0; null instead of NaN or Infinity. */
export function shareOf(part: number, whole: number): number | null {
  const share = (part / whole) * 100;
  return whole > 0 && Number.isFinite(share) ? Math.max(0, share) : null;
}

/** 'HomePortal %age': share of members on a course who use HomePortal; null when nobody is on a course. */
export function homeportalShare({ homeportal_oncourse: part, oncourse }: MemberStatistics): number | null {
  return shareOf(part, oncourse);
}

/** 'Not OnCourse %age': share of all members who are not on a course; null without members. */
export function notOnCourseShare({ all, oncourse }: MemberStatistics): number | null {
  return shareOf(all - oncourse, all);
}

/** One decimal, such as '69.6%'; 'n/a' for null. */
export function shareText(share: number | null): string {
  return share === null || !Number.isFinite(share) ? 'n/a' : `${decimalText(share)}%`;
}

/** True for the only level shown in red; any other is orange [DASH-18, DASH-19]. */
export function isErrorLevel(level: string): boolean {
  return level.trim().toUpperCase() === 'ERROR';
}

/** Label of the folded slice. */
const OTHER_LABEL = 'Other';

/** Limits the slices to `max`: folds the smallest into one at the end, preserving the sum. */
export function foldSlices(slices: readonly Slice[], max: number): Slice[] {
  if (slices.length <= max) return [...slices];
  const kept = new Set(slices.toSorted((a, b) => b.value - a.value).slice(0, Math.max(0, max - 1)));
  const rest = slices.filter((slice) => !kept.has(slice) || slice.label === OTHER_LABEL);
  const value = rest.reduce((sum, slice) => sum + slice.value, 0);
  return [...slices.filter((slice) => !rest.includes(slice)), { label: OTHER_LABEL, value }];
}

/** Selects the tenants behind a coverage number: all in scope (`meant`), or those whose report is fresh, stale or missing. */
export const REPORT_STATES = ['meant', 'fresh', 'stale', 'never'] as const;

export type ReportState = (typeof REPORT_STATES)[number];
