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

/** Wordings and limits by kind. */
export const KIND_WORDS: Readonly<Record<AlertKind, KindWords>> = {
  'site-down': {
    label: 'Site down',
    title: 'Site down',
    many: 'sites down',
    limit: { unit: 'checks', label: 'Failed checks in a row', min: 1, max: 1_000, usual: 3 },
    minutes: null,
    ofTenants: true,
    history: 'Based on the outages of the last 7 days; those with fewer than three failed checks are not kept.',
  },
  'site-slow': {
    label: 'Site slow',
    title: 'Site slow',
    many: 'slow sites',
    limit: { unit: 'checks', label: 'Slow checks in a row', min: 1, max: 5, usual: 3 },
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  certificate: {
    label: 'Certificate expires',
    title: 'Certificate expires',
    many: 'certificates about to expire',
    limit: days('Days before', 14),
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-failed': {
    label: 'Cron task failed',
    title: 'Cron task failed',
    many: 'failed cron tasks',
    limit: null,
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-dead': {
    label: 'Cron task dead',
    title: 'Cron task dead',
    many: 'dead cron tasks',
    limit: null,
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-too-long': {
    label: 'Cron task runs too long',
    title: 'Cron task runs too long',
    many: 'cron tasks running too long',
    limit: minutes('Minutes of one run', 120),
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-longer': {
    label: 'Cron task longer than usual',
    title: 'Cron task longer than usual',
    many: 'cron tasks longer than usual',
    limit: {
      unit: 'per cent',
      label: 'Per cent above the band of the last 30 days',
      min: 100,
      max: 10_000,
      usual: 100,
    },
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-too-short': {
    label: 'Cron task too short',
    title: 'Cron task too short',
    many: 'cron tasks too short',
    limit: { unit: 'per cent', label: 'Per cent below the band of the last 30 days', min: 50, max: 100, usual: 50 },
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-overdue': {
    label: 'Cron task overdue',
    title: 'Cron task overdue',
    many: 'overdue cron tasks',
    limit: null,
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'cron-not-started': {
    label: 'Cron task not started',
    title: 'Cron task not started',
    many: 'cron tasks not started',
    limit: null,
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'reports-silent': {
    label: 'Reports silent',
    title: 'No reports',
    many: 'systems without reports',
    limit: minutes('Minutes without a report', 30),
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'database-load': {
    label: 'Database load',
    title: 'Database load',
    many: 'database hosts under load',
    limit: { unit: 'connections', label: 'Active connections', min: 1, max: 30_000, usual: 40 },
    minutes: { unit: 'minutes', label: 'For minutes', min: 1, max: 60, usual: 5 },
    ofTenants: false,
    history: 'Based on the load of the last 24 hours; older samples are not kept.',
  },
  drift: {
    label: 'Drift',
    title: 'Drift',
    many: 'drifted configs',
    limit: null,
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'commit-waiting': {
    label: 'Commit waiting',
    title: 'Commit waiting',
    many: 'configs waiting for a commit',
    limit: { unit: 'hours', label: 'Hours since the save', min: 1, max: 2_160, usual: 24 },
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'deploy-failed': {
    label: 'Deploy failed',
    title: 'Deploy failed',
    many: 'failed deploys',
    limit: null,
    minutes: null,
    ofTenants: false,
    history: 'Based on the runs of the last 7 days.',
  },
  licence: {
    label: 'Licence expires',
    title: 'Licence expires',
    many: 'licences about to expire',
    limit: days('Days before', 30),
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
  'prober-silent': {
    label: 'Checks have stopped',
    title: 'Checks have stopped',
    many: 'silent probers',
    limit: minutes('Minutes without a check', 5),
    minutes: null,
    ofTenants: false,
    history: NONE_KEPT,
  },
  'switch-unconfirmed': {
    label: 'Switch not confirmed',
    title: 'Switch not confirmed',
    many: 'unconfirmed switches',
    limit: null,
    minutes: null,
    ofTenants: true,
    history: NONE_KEPT,
  },
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
