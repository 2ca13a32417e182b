import { clockText, durationText, spanText } from './rules.ts';

/** What is wrong with a task, the gravest first. */
export const CRON_TROUBLES = ['dead', 'failed', 'not-started', 'overdue', 'too-long', 'too-short'] as const;
export type CronTrouble = (typeof CRON_TROUBLES)[number];

/** Troubles of one page of the board. */
export const TROUBLES_PAGE = 25;

/** Columns that the board sorts by. */
export const CRON_TROUBLE_SORTS = ['since', 'tenant', 'task', 'environment', 'what'] as const;

/** Display names, and how grave each is. */
export const TROUBLE_WORDS = {
  dead: { label: 'Dead', meaning: 'orange' },
  failed: { label: 'Failing', meaning: 'bad' },
  'not-started': { label: 'Not started', meaning: 'bad' },
  overdue: { label: 'Overdue', meaning: 'warn' },
  'too-long': { label: 'Too long', meaning: 'warn' },
  'too-short': { label: 'Too short', meaning: 'warn' },
} as const satisfies Record<CronTrouble, { label: string; meaning: string }>;

/** How long the runs of a task usually take: the 5th and the 95th percentile of those that ended well in 30 days, in seconds. */
export interface Band {
  low: number;
  high: number;
  /** Runs that it follows from. */
  runs: number;
}

/** Fewer runs make no band. */
export const BAND_RUNS = 10;
/** Days that a band looks back. */
export const BAND_DAYS = 30;

/** A run is too long over twice its band, and too short under half of it; smaller differences are no news. */
const LONG_FACTOR = 2;
const SHORT_FACTOR = 0.5;
/** Seconds by which it has to differ at least. */
const LONG_SECONDS = 30;
const SHORT_SECONDS = 1;

/** Whether a duration is outside of its band, and by how many per cent of its edge. @param seconds of a run, or of one that still runs */
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

/** Most per cent that are told. */
export const MAX_PERCENT = 100_000;

interface Told {
  what: CronTrouble;
  message: string;
  seconds: number | null;
  low: number | null;
  high: number | null;
  running: boolean;
}

/** What is wrong, in words: `Took 4 ms, usually 00:01:10 to 00:04:30`. */
export function troubleText({ what, message, seconds, low, high, running }: Told): string {
  if (what === 'overdue') return 'Has not ended for twice its interval and 15 minutes';
  if (what === 'not-started') return 'Was due and has not run since';
  if (what === 'failed' || what === 'dead') return message;
  if (seconds === null || low === null || high === null) return '';
  const spent = running ? `Runs for ${clockText(seconds)}` : `Took ${durationText(seconds)}`;
  return `${spent}, usually ${spanText(low, high)}`;
}
