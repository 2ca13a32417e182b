import type { Percentiles } from '@mission-control/contract/monitors/schema';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { PercentileChart } from './percentile-chart.tsx';

const NOW = new Date('2026-11-21T12:10:00.000Z');
const days: Percentiles = {
  median: 80,
  p95: 1_240,
  labels: ['2026-11-19T00:00Z', '2026-11-20T00:00Z', '2026-11-21T00:00Z'],
  medians: [null, 75, 84],
  p95s: [null, 900, 1_310],
};
const NONE: Percentiles = { median: null, p95: null, labels: [], medians: [], p95s: [] };
const open = (percentiles: Percentiles, range: MonitorRange, average: number | null = 90) =>
  renderUi(<PercentileChart percentiles={percentiles} average={average} range={range} now={NOW} />);

describe('the chart of percentiles', () => {
  it('exposes both percentiles of each day, and the days without any', async () => {
    const { user } = open(days, '7d');
    const chart = screen.getByRole('slider', { name: 'Latency percentiles, 7 days' });
    chart.focus();
    await user.keyboard('{End}');
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-11-21: 95% within 1,310 ms\nhalf within 84 ms');
    await user.keyboard('{Home}');
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-11-19: No percentiles');
    expect(screen.getByText('in ms, by day (UTC)')).toBeTruthy();
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain(
      '2026-11-2095% within 900 ms\nhalf within 75 ms',
    );
  });

  it('shows the percentiles as text until there are two steps to draw a line between', () => {
    open({ ...days, medians: [null, null, 84], p95s: [null, null, 1_310] }, '24h');
    expect(screen.getByText('95% within 1,240 ms, half within 80 ms')).toBeTruthy();
    expect(screen.getByText('The chart begins with the second half-hour.')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it.each([
    ['24h', 'None in the last 24 hours.'],
    ['90d', 'None in the last 90 days.'],
  ] as const)('says that there was no response in %s', (range, reason) => {
    open(NONE, range, null);
    expect(screen.getByText('No successful response')).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
  });

  it('does not deny the responses whose average is shown beside it', () => {
    open(NONE, '24h', 90);
    expect(screen.queryByText(/No successful response/)).toBeNull();
    expect(screen.getByText('No percentiles yet')).toBeTruthy();
  });
});
