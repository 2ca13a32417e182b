/** Expiry status of a licence as of today; `days` are whole UTC calendar days from today to the date (C-057). */
export type LicenceExpiry =
  | { state: 'never' }
  | { state: 'invalid' }
  | { state: 'expired' | 'soon' | 'fine'; days: number; date: string };

/** Fewer days left than this count as expiring soon. */
export const WARNING_DAYS = 91;
const DAY_MS = 86_400_000;

/** Parses `YYYY-MM-DD`, optionally followed by a time; no date means the licence never expires. */
export function licenceExpiry(expires: string | null | undefined, now: Date): LicenceExpiry {
  const text = expires?.trim() ?? '';
  if (text === '') return { state: 'never' };
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (!match) return { state: 'invalid' };
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const at = Date.UTC(year, month - 1, day);
  const parsed = new Date(at);
  if (parsed.getUTCMonth() !== month - 1 || parsed.getUTCDate() !== day) return { state: 'invalid' };
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const days = Math.round((at - today) / DAY_MS);
  const date = formatDate(parsed);
  if (days < 0) return { state: 'expired', days, date };
  return { state: days < WARNING_DAYS ? 'soon' : 'fine', days, date };
}

/** Chip text: the date when there is no warning, '' when the licence never expires (C-058). */
export function licenceChip(expiry: LicenceExpiry): string {
  switch (expiry.state) {
    case 'never':
      return '';
    case 'invalid':
      return 'Invalid date';
    case 'expired':
      return 'Expired';
    case 'soon':
      return `Expires in ${expiry.days} days`;
    case 'fine':
      return expiry.date;
  }
}

/** Sentence for the tooltip and the tenant page. */
export function licenceSentence(expiry: LicenceExpiry): string {
  switch (expiry.state) {
    case 'never':
      return 'Licence never expires';
    case 'invalid':
      return 'Invalid licence expiry date';
    case 'expired':
      return `Licence expired on ${expiry.date}`;
    case 'soon':
      return `Licence expires in ${expiry.days} days (${expiry.date})`;
    case 'fine':
      return `Licence expires on ${expiry.date}`;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `03 Feb 2027`, in UTC. */
export function formatDate(date: Date): string {
  return `${String(date.getUTCDate()).padStart(2, '0')} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}
