import type { MemberStatistics, Slice } from './schema.ts';

/** `part` of `whole` in percent; null where that is none, so that nobody reads NaN or Infinity. Never below 0. */
export function shareOf(part: number, whole: number): number | null {
  const share = (part / whole) * 100;
  return whole > 0 && Number.isFinite(share) ? Math.max(0, share) : null;
}

/** 'HomePortal %age': of the members on a course, those who use HomePortal; null when nobody is on a course. */
export function homeportalShare({ homeportal_oncourse: part, oncourse }: MemberStatistics): number | null {
  return shareOf(part, oncourse);
}

/** 'Not OnCourse %age': of all members, those who are not on a course; null without members. */
export function notOnCourseShare({ all, oncourse }: MemberStatistics): number | null {
  return shareOf(all - oncourse, all);
}

const oneDigit = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '69.6%' with one digit; 'n/a' where there is no share. */
export function shareText(share: number | null): string {
  return share === null || !Number.isFinite(share) ? 'n/a' : `${oneDigit.format(share)}%`;
}

/** True for the one level that is shown red; any other is orange [DASH-18, DASH-19]. */
export function isErrorLevel(level: string): boolean {
  return level.trim().toUpperCase() === 'ERROR';
}

/** The label of what is folded together. */
export const OTHER_LABEL = 'Other';

/** At most `most` parts: the smallest ones become one at the end, so that the sum stays. */
export function foldSlices(slices: readonly Slice[], most: number): Slice[] {
  if (slices.length <= most) return [...slices];
  const kept = new Set(slices.toSorted((a, b) => b.value - a.value).slice(0, Math.max(0, most - 1)));
  const rest = slices.filter((slice) => !kept.has(slice) || slice.label === OTHER_LABEL);
  const value = rest.reduce((sum, slice) => sum + slice.value, 0);
  return [...slices.filter((slice) => !rest.includes(slice)), { label: OTHER_LABEL, value }];
}
