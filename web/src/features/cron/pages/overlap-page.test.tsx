import { screen, waitFor, within } from '@testing-library/react';
import type { OverlapSlot } from '@mission-control/contract/cron/schema';
import { describe, expect, it, vi } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { CronOverlapPage } from './overlap-page.tsx';

const slot = (at: string, part: Partial<OverlapSlot> = {}): OverlapSlot => ({
  at: `2026-11-21T${at}:00.000Z`,
  most: 0,
  most_at: null,
  average: 0,
  tasks: [],
  others: 0,
  ...part,
});
const busy = slot('11:00', {
  most: 12,
  most_at: '2026-11-21T11:05:02.000Z',
  average: 3.25,
  tasks: [{ group: 'Mail', task: 'queue', runs: 31 }],
  others: 4,
});
const ENVIRONMENTS = [
  { id: 3, name: 'eu-prod-wrk-01', most: 12 },
  { id: 4, name: 'us-prod-wrk-01', most: 2 },
];
const environment = {
  id: 3,
  name: 'eu-prod-wrk-01',
  servers: ['wrk-a', 'wrk-b'],
  reported: '2026-11-21T11:12:00.000Z',
};

const open = (answers: Record<string, FakeResponse>, query = '') => {
  startFakeServer(answers);
  return renderPage('/cron/overlap', CronOverlapPage, `/cron/overlap${query}`);
};

describe('the overlap of tasks', () => {
  it('is a chart of what ran, and a table of the busiest times', async () => {
    const slots = [slot('10:50', { most: 1, average: 0.1 }), busy, slot('11:10'), slot('11:20', { most: null })];
    const { user } = await open({
      'GET /api/cron/overlap': { environments: ENVIRONMENTS, environment, slots },
      'GET /api/cron/overlap?environment=4': {
        environments: ENVIRONMENTS,
        environment: { id: 4, name: 'us-prod-wrk-01', servers: ['us-a'], reported: null },
        slots: [slot('11:00')],
      },
    });
    const chart = await screen.findByRole('slider', { name: 'Concurrent cron tasks, 24 hours' });
    chart.focus();
    const textAfter = async (key: string) => {
      await user.keyboard(key);
      return chart.getAttribute('aria-valuetext')?.replace(/^.*?: /, '');
    };
    expect(await textAfter('{End}')).toBe('Not reported yet');
    expect(await textAfter('{ArrowLeft}')).toBe('No runs');
    expect(await textAfter('{ArrowLeft}')).toBe('12 at once\nqueue: 31 runs\nand 4 more');
    const [, first, second] = within(screen.getByRole('table', { name: 'Busiest times' })).getAllByRole('row');
    expect(first?.textContent).toContain('Mail / queue 31, 4 more');
    expect(within(first as HTMLElement).getByText('3.3')).toBeTruthy();
    expect(second?.textContent).toContain('0.1');
    expect(screen.getByText(/^One of wrk-a, wrk-b, reported/)).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Environment' }), 'us-prod-wrk-01, 2 at once');
    expect(await screen.findByText('No task ran on us-prod-wrk-01 in the last 24 hours')).toBeTruthy();
    expect(screen.getByText(/never reported its cron/)).toBeTruthy();
  });

  it('is downloaded with the whole average', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open({
      'GET /api/cron/overlap': { environments: ENVIRONMENTS, environment, slots: [busy] },
    });
    await user.click(await screen.findByRole('button', { name: 'Download Busiest times as CSV' }));
    await waitFor(() => expect(blobs).toHaveLength(1));
    expect((await blobs[0]?.text())?.trim()).toMatch(/,3\.25$/);
  });

  it.each([
    [
      'nothing ran',
      { 'GET /api/cron/overlap': { environments: [], environment: null, slots: [] } },
      '',
      'No runs in the last 24 hours',
    ],
    ['the environment is gone', {}, '?environment=9', 'There is no such environment'],
    [
      'it cannot be read',
      { 'GET /api/cron/overlap': fakeError(500, { error: 'Broken.', code: 'internal' }) },
      '',
      'The overlap of tasks could not be loaded',
    ],
  ])('says that %s', async (_what, answers, query, text) => {
    await open(answers, query);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
