const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Optional time of day, as exports append it to dates. */
const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?)?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}`, 'i');
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})${TIME}`, 'i');
const DAY_AND_NAME = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})${TIME}`,
  'i',
);
const NAME_AND_DAY = new RegExp(String.raw`^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}`, 'i');

export type ReadDate = { date: string } | { problem: 'no date' | 'short year' };

/**
 * Parses a UK (day first) or ISO 8601 date, ignoring a time of day.
 * @returns the date as yyyy-mm-dd, or the problem; a two-digit year is ambiguous
 */
export function readDate(text: string): ReadDate {
  const [year, month, day] = partsOf(text.replaceAll(/\s+/g, ' '));
  if (year === undefined || month === undefined || day === undefined) return { problem: 'no date' };
  if (year.length < 4) return { problem: 'short year' };
  if (!isDay(Number(year), Number(month), Number(day))) return { problem: 'no date' };
  return { date: `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` };
}

function partsOf(
  text: string,
): [year?: string | undefined, month?: string | number | undefined, day?: string | undefined] {
  const first = YEAR_FIRST.exec(text);
  if (first) return [first[1], first[3], first[4]];
  const last = DAY_FIRST.exec(text);
  if (last) return [last[4], last[3], last[1]];
  const named = DAY_AND_NAME.exec(text);
  if (named) return [named[3], monthOf(named[2]), named[1]];
  const american = NAME_AND_DAY.exec(text);
  return american ? [american[3], monthOf(american[1]), american[2]] : [];
}

function monthOf(name = ''): number | undefined {
  const small = name.toLowerCase().replace(/^sept$/, 'sep');
  const index = MONTHS.findIndex((month) => month === small || month.slice(0, 3) === small);
  return index < 0 ? undefined : index + 1;
}

/** True if the day exists, in years that every database supports. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
