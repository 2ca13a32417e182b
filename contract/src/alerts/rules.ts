import { countText } from '../numbers.ts';
import { minuteOf, wallMinute } from '../zones.ts';
export { ALERT_STATES, SEVERITIES, type AlertState, type Severity } from './states.ts';

/** What a rule watches. */
export const ALERT_KINDS = [
  'site-down',
  'site-slow',
  'certificate',
  'cron-failed',
  'cron-dead',
  'cron-too-long',
  'cron-longer',
  'cron-too-short',
  'cron-overdue',
  'cron-not-started',
  'reports-silent',
  'database-load',
  'drift',
  'commit-waiting',
  'deploy-failed',
  'licence',
  'prober-silent',
  'switch-unconfirmed',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const CHANNEL_KINDS = ['webhook', 'slack', 'teams', 'email'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A numeric parameter of a rule. */
interface Limit {
  /** Unit after the number, in the plural. */
  unit: string;
  /** Label of the field. */
  label: string;
  min: number;
  max: number;
  usual: number;
}

interface KindWords {
  /** Name in lists and fields. */
  label: string;
  /** Title of an alert about one subject: `Site down: oak.example`. */
  title: string;
  /** Plural of the subjects, after a number. */
  many: string;
  limit: Limit | null;
  /** Minutes for which the limit must be exceeded. */
  minutes: Limit | null;
  /** Subjects belong to tenants, so a scope may restrict the rule to some. */
  ofTenants: boolean;
  /** The history that the preview is based on. */
  history: string;
}

const NONE_KEPT = 'No history is kept for this: the preview shows only what would alert now.';
const days = (label: string, usual: number): Limit => ({ unit: 'days', label, min: 1, max: 365, usual });
const minutes = (label: string, usual: number): Limit => ({ unit: 'minutes', label, min: 1, max: 10_080, usual });

/** Most kinds have no limit, are about tenants, and keep no history. */
const kindWords = (label: string, many: string, differing: Partial<KindWords> = {}): KindWords => ({
  label,
  title: label,
  many,
  limit: null,
  minutes: null,
  ofTenants: true,
  history: NONE_KEPT,
  ...differing,
});

/** Wordings and limits by kind. */
export const KIND_WORDS: Readonly<Record<AlertKind, KindWords>> = {
  'site-down': kindWords('Site down', 'sites down', {
    limit: { unit: 'checks', label: 'Failed checks in a row', min: 1, max: 1_000, usual: 3 },
    history: 'Based on the outages of the last 7 days; those with fewer than three failed checks are not kept.',
  }),
  'site-slow': kindWords('Site slow', 'slow sites', {
    limit: { unit: 'checks', label: 'Slow checks in a row', min: 1, max: 5, usual: 3 },
  }),
  certificate: kindWords('Certificate expires', 'certificates about to expire', { limit: days('Days before', 14) }),
  'cron-failed': kindWords('Cron task failed', 'failed cron tasks'),
  'cron-dead': kindWords('Cron task dead', 'dead cron tasks'),
  'cron-too-long': kindWords('Cron task runs too long', 'cron tasks running too long', {
    limit: minutes('Minutes of one run', 120),
  }),
  'cron-longer': kindWords('Cron task longer than usual', 'cron tasks longer than usual', {
    limit: {
      unit: 'per cent',
      label: 'Per cent above the band of the last 30 days',
      min: 100,
      max: 10_000,
      usual: 100,
    },
  }),
  'cron-too-short': kindWords('Cron task too short', 'cron tasks too short', {
    limit: { unit: 'per cent', label: 'Per cent below the band of the last 30 days', min: 50, max: 100, usual: 50 },
  }),
  'cron-overdue': kindWords('Cron task overdue', 'overdue cron tasks'),
  'cron-not-started': kindWords('Cron task not started', 'cron tasks not started'),
  'reports-silent': kindWords('Reports silent', 'systems without reports', {
    title: 'No reports',
    limit: minutes('Minutes without a report', 30),
  }),
  'database-load': kindWords('Database load', 'database hosts under load', {
    limit: { unit: 'connections', label: 'Active connections', min: 1, max: 30_000, usual: 40 },
    minutes: { unit: 'minutes', label: 'For minutes', min: 1, max: 60, usual: 5 },
    ofTenants: false,
    history: 'Based on the load of the last 24 hours; older samples are not kept.',
  }),
  drift: kindWords('Drift', 'drifted configs'),
  'commit-waiting': kindWords('Commit waiting', 'configs waiting for a commit', {
    limit: { unit: 'hours', label: 'Hours since the save', min: 1, max: 2_160, usual: 24 },
  }),
  'deploy-failed': kindWords('Deploy failed', 'failed deploys', {
    ofTenants: false,
    history: 'Based on the runs of the last 7 days.',
  }),
  licence: kindWords('Licence expires', 'licences about to expire', { limit: days('Days before', 30) }),
  'prober-silent': kindWords('Checks have stopped', 'monitors without checks', {
    limit: minutes('Minutes without a check', 5),
    ofTenants: false,
  }),
  'switch-unconfirmed': kindWords('Switch not confirmed', 'unconfirmed switches'),
};

/** A rule's condition in words: `Site down, 3 checks`. */
export function conditionText({ kind, limit, minutes: span }: Condition): string {
  const words = KIND_WORDS[kind];
  const parts = [
    ...(words.limit && limit !== null ? [unitText(limit, words.limit.unit)] : []),
    ...(words.minutes && span !== null ? [`for ${unitText(span, words.minutes.unit)}`] : []),
  ];
  return parts.length === 0 ? words.label : `${words.label}, ${parts.join(' ')}`;
}

/** @param unit in the plural */
const unitText = (count: number, unit: string): string => countText(count, unit.replace(/s$/, ''), unit);

interface Condition {
  kind: AlertKind;
  limit: number | null;
  minutes: number | null;
}

/** How long an alert lasted: `42 s`, `5 min`, `3 h 20 min`, `2 d 4 h`. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const whole = Math.round(seconds / 60);
  if (whole < 60) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  if (hours < 24) return whole % 60 === 0 ? `${hours} h` : `${hours} h ${whole % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export interface QuietHours {
  /** Such as `22:00`, in the zone; an end before the start is on the next day. */
  from: string;
  to: string;
  /** IANA name. */
  zone: string;
}

const MINUTE_MS = 60_000;

/** End of the quiet hours that include `now`; null outside of them. Wall-clock times hold across daylight-saving changes. */
export function quietUntil(quiet: QuietHours | null, now: Date): Date | null {
  if (quiet === null || !isQuiet(quiet, now)) return null;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const left = (minuteOfTime(quiet.to) - wallMinute(quiet.zone, now) + 1_440) % 1_440;
  // The clocks may change in between: the end is the first minute outside, within two hours of the estimate.
  for (let at = minute + Math.max(1, left - 120); at <= minute + left + 120; at += 1) {
    const then = new Date(at * MINUTE_MS);
    if (!isQuiet(quiet, then)) return then;
  }
  return new Date((minute + left) * MINUTE_MS);
}

/** The schema admits valid times only. */
const minuteOfTime = (time: string): number => minuteOf(time) ?? 0;

function isQuiet({ from, to, zone }: QuietHours, at: Date): boolean {
  const [start, end, minute] = [minuteOfTime(from), minuteOfTime(to), wallMinute(zone, at)];
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
}
