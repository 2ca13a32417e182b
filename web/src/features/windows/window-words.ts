import { serviceName } from '@mission-control/contract/catalogue';
import { isEverything, type WindowScope } from '@mission-control/contract/windows/rules';
import type { WindowInput, WindowRow } from '@mission-control/contract/windows/schema';
import { countText } from '@mission-control/contract/numbers';
import type { ChipMeaning } from '../../ui/display/status-chip.tsx';

export const STATE_WORDS: Readonly<Record<WindowRow['state'], { label: string; meaning: ChipMeaning }>> = {
  now: { label: 'Now', meaning: 'warn' },
  coming: { label: 'Upcoming', meaning: 'notice' },
  past: { label: 'Past', meaning: 'off' },
};

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY_NAMES = { MO: 'Mon', TU: 'Tue', WE: 'Wed', TH: 'Thu', FR: 'Fri', SA: 'Sat', SU: 'Sun' } as const;
export type DayCode = keyof typeof DAY_NAMES;
export const DAYS = Object.entries(DAY_NAMES).map(([code, name]) => ({ code: code as DayCode, name }));

const dayOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
    .format(at)
    .replace(',', '');
const clockOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

/** 'Sun 29 Nov 2026, 02:00 to 04:00', in a zone. */
export function occurrenceText({ from, to }: { from: string; to: string }, zone: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const [first, last] = [dayOf(start, zone), dayOf(end, zone)];
  return `${first}, ${clockOf(start, zone)} to ${first === last ? '' : `${last}, `}${clockOf(end, zone)}`;
}

/** Presets of the editor; `rule` is a rule as text. */
export const RECURRENCES = ['once', 'daily', 'weekly', 'monthly', 'rule'] as const;
export type Recurrence = (typeof RECURRENCES)[number];

export const RECURRENCE_NAMES: Readonly<Record<Recurrence, string>> = {
  once: 'Once',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  rule: 'Custom rule',
};

const WEEKLY = /^FREQ=WEEKLY;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/;
const MONTHLY = /^FREQ=MONTHLY;(?:BYDAY=(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)|BYMONTHDAY=(\d+))$/;

/** The preset of a rule. */
export function recurrenceOf(rule: string | null): Recurrence {
  if (rule === null) return 'once';
  if (rule === 'FREQ=DAILY') return 'daily';
  return WEEKLY.test(rule) ? 'weekly' : MONTHLY.test(rule) ? 'monthly' : 'rule';
}

/** The days of a weekly rule. */
export const daysOf = (rule: string | null): DayCode[] => (WEEKLY.exec(rule ?? '')?.[1]?.split(',') ?? []) as DayCode[];

/** A weekly rule, its days in the order of the week; null without one. */
export function weeklyRule(days: readonly DayCode[]): string | null {
  const chosen = DAYS.filter(({ code }) => days.includes(code));
  return chosen.length === 0 ? null : `FREQ=WEEKLY;BYDAY=${chosen.map(({ code }) => code).join(',')}`;
}

const ORDINALS: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
};

/** 'Weekly on Sun', 'Monthly on the last Sun'; any other rule unchanged. */
export function recurrenceText({ rule }: Pick<WindowInput, 'rule'>): string {
  const recurrence = recurrenceOf(rule);
  if (recurrence === 'weekly')
    return `Weekly on ${daysOf(rule)
      .map((code) => DAY_NAMES[code])
      .join(', ')}`;
  const [, nth, day, number] = MONTHLY.exec(rule ?? '') ?? [];
  if (nth !== undefined) return `Monthly on the ${ORDINALS[nth]} ${DAY_NAMES[day as DayCode]}`;
  if (number !== undefined) return `Monthly on day ${number}`;
  return recurrence === 'rule' ? (rule ?? '') : RECURRENCE_NAMES[recurrence];
}

/** Weekday of a wall-clock time. */
export function weekdayOf(starts: string): DayCode {
  const day = new Date(`${starts}Z`).getUTCDay();
  return DAYS[(day + 6) % 7]?.code ?? 'SU';
}

/** The monthly rules that match a start day. */
export function monthlyRules(starts: string): string[] {
  const at = new Date(`${starts}Z`);
  const day = at.getUTCDate();
  if (Number.isNaN(day)) return [];
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const nth = Math.ceil(day / 7);
  return [
    `FREQ=MONTHLY;BYMONTHDAY=${day}`,
    ...(nth <= 4 ? [`FREQ=MONTHLY;BYDAY=${nth}${weekdayOf(starts)}`] : []),
    ...(day > last - 7 ? [`FREQ=MONTHLY;BYDAY=-1${weekdayOf(starts)}`] : []),
  ];
}

/** The scope of a window, as text. */
export function scopeText(scope: WindowScope): string {
  if (isEverything(scope)) return 'Everything';
  const count = (number: number, one: string) => (number === 0 ? [] : [countText(number, one)]);
  const services = scope.services.map(serviceName);
  return [
    ...count(scope.tenants.length, 'tenant'),
    ...count(scope.environments.length, 'environment'),
    ...(services.length > 2 ? count(services.length, 'service') : services),
  ].join(', ');
}
