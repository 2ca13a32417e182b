import { SERVICES, type Service } from '@mission-control/contract/catalogue';
import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { shownState, type MonitorRange, type ShownState } from '@mission-control/contract/monitors/rules';
import type { CheckSettings } from '@mission-control/contract/monitors/schema';
import { numberText } from '@mission-control/contract/numbers';
import { clockOrDayText } from '../../ui/display/times.ts';
import { visibleText } from '../../ui/display/visible-text.ts';

/** The service of a monitor: its label ends in the service's name. */
export function serviceOfMonitor({ label }: { label: string }): Service | undefined {
  return SERVICES.find(({ displayName }) => label.endsWith(` ${displayName}`));
}

/** Current problem of a monitor that is down or has a warning; it may quote the host. */
export function problemOf(monitor: MonitorRow): string | null {
  const { state } = shownState(monitor);
  if (state !== 'down' && state !== 'warning') return null;
  return monitor.last_error === null ? null : visibleText(monitor.last_error);
}

const MEANINGS = { green: 'good', yellow: 'warn', red: 'bad', grey: 'off' } as const;

export const meaningOf = ({ colour }: ShownState) => MEANINGS[colour];

export const RANGE_WORDS: Record<MonitorRange, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
};

/** Replaces the time of a state that never changed. */
export const neverText = ({ word }: Pick<ShownState, 'word'>): string =>
  word === 'DOWN' || word === 'OFF' ? 'never online' : 'never offline';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 'since 09:12' today, else 'since 4 Nov'. */
export const sinceText = (since: string, now: Date): string => `since ${clockOrDayText(new Date(since), now)}`;

/** A duration: '40 s', '26 min', '9 h 21 min', '3 d 4 h'. */
export function lengthText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.round(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return paired(Math.floor(span / HOUR), 'h', Math.floor((span % HOUR) / MINUTE), 'min');
  return paired(Math.floor(span / DAY), 'd', Math.floor((span % DAY) / HOUR), 'h');
}

const paired = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;

/** '98.551%'; 100 and 0 without decimals. */
export function percentText(value: number | null): string {
  if (value === null) return 'no checks';
  return `${value === 100 || value === 0 ? value : value.toFixed(3)}%`;
}

/** '1,840 ms'. */
export const msText = (value: number | null): string =>
  value === null ? 'no response' : `${numberText(Math.round(value))} ms`;

/** The same, with a dash for none. */
export const msOrDash = (value: number | null): string => (value === null ? '–' : msText(value));

/** Labels of the check settings, with the unit in which they are typed and shown. */
export const CHECK_LABELS: Readonly<Record<keyof CheckSettings, string>> = {
  path: 'Path',
  expected_status: 'Expected status',
  expected_text: 'Expected text',
  timeout_ms: 'Timeout (seconds)',
  failures_to_down: 'Failed checks until DOWN',
  successes_to_up: 'Successful checks until UP',
  slow_ms: 'Slow from (ms)',
};

/** A check setting as it is shown. */
export function settingText<Key extends keyof CheckSettings>(key: Key, value: CheckSettings[Key] | undefined): string {
  if (key === 'timeout_ms') return String(Number(value) / 1_000);
  return value === null ? 'none' : String(value);
}
