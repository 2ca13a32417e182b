import { clockText, durationText, spanText } from './rules.ts';

/** Problems of a task, most severe first. */
export const CRON_TROUBLES = ['dead', 'failed', 'not-started', 'overdue', 'too-long', 'too-short'] as const;
export type CronTrouble = (typeof CRON_TROUBLES)[number];

/** Problems per page of the board. */
export const TROUBLES_PAGE = 25;

/** Columns that the board can be sorted by. */
export const CRON_TROUBLE_SORTS = ['since', 'tenant', 'task', 'environment', 'what'] as const;

/** Display names and severities. */
export const TROUBLE_WORDS = {
  dead: { label: 'Dead', meaning: 'orange' },
  failed: { label: 'Failing', meaning: 'bad' },
  'not-started': { label: 'Not started', meaning: 'bad' },
  overdue: { label: 'Overdue', meaning: 'warn' },
  'too-long': { label: 'Too long', meaning: 'warn' },
  'too-short': { label: 'Too short', meaning: 'warn' },
} as const satisfies Record<CronTrouble, { label: string; meaning: string }>;

/** Usual duration of the runs of a task: the 5th and 95th percentile of the successful ones within 30 days, in seconds. */
export interface Band {
  low: number;
  high: number;
  /** Number of runs that it is based on. */
  runs: number;
}

/** Minimum runs for a band. */
export const BAND_RUNS = 10;
/** Days that a band covers. */
export const BAND_DAYS = 30;

/** A run is too long above twice its band and too short below half of it; smaller deviations are ignored. */
const LONG_FACTOR = 2;
const SHORT_FACTOR = 0.5;
/** Minimum deviation in seconds. */
const LONG_SECONDS = 30;
const SHORT_SECONDS = 1;

/** How far a duration is outside its band, in per cent of the nearer edge; null if it is not. @param seconds so far or in total */
export function outsideBand(
  seconds: number,
  band: Band,
): { trouble: 'too-long' | 'too-short'; percent: number } | null {
  const { low, high } = band;
  if (seconds > high * LONG_FACTOR && seconds - high >= LONG_SECONDS)
    return { trouble: 'too-long', percent: high > 0 ? Math.round((seconds / high - 1) * 100) : MAX_PERCENT };
  if (seconds < low * SHORT_FACTOR && low - seconds >= SHORT_SECONDS)
    return { trouble: 'too-short', percent: Math.round((1 - seconds / low) * 100) };
  return null;
}

/** Maximum percentage reported. */
export const MAX_PERCENT = 100_000;

interface TroubleFacts {
  what: CronTrouble;
  message: string;
  seconds: number | null;
  low: number | null;
  high: number | null;
  running: boolean;
}

/** A problem in words: `Took 4 ms, usually 00:01:10 to 00:04:30`. */
export function troubleText({ what, message, seconds, low, high, running }: TroubleFacts): string {
  if (what === 'overdue') return 'No run has ended for twice its interval plus 15 minutes';
  if (what === 'not-started') return 'Was due but has not run since';
  if (what === 'failed' || what === 'dead') return message;
  if (seconds === null || low === null || high === null) return '';
  const spent = running ? `Running for ${clockText(seconds)}` : `Took ${durationText(seconds)}`;
  return `${spent}, usually ${spanText(low, high)}`;
}
