import type { CheckSettings } from '@mission-control/contract/monitors/schema';

/** Labels of the settings, with the unit in which they are typed and shown. */
export const CHECK_LABELS: Readonly<Record<keyof CheckSettings, string>> = {
  path: 'Path',
  expected_status: 'Expected status',
  expected_text: 'Expected text',
  timeout_ms: 'Timeout (seconds)',
  failures_to_down: 'Failed checks until DOWN',
  successes_to_up: 'Successful checks until UP',
  slow_ms: 'Slow from (ms)',
};

/** A setting as it is shown. */
export function settingText<Key extends keyof CheckSettings>(key: Key, value: CheckSettings[Key] | undefined): string {
  if (key === 'timeout_ms') return String(Number(value) / 1_000);
  return value === null ? 'none' : String(value);
}
