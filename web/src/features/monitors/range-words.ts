import type { MonitorRange } from '@mission-control/contract/monitors/rules';

/** The ranges of the charts in words. */
export const RANGE_WORDS: Record<MonitorRange, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
};
