import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CronTroubleRow } from '@mission-control/contract/cron/schema';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { CronBoardPage } from './board-page.tsx';

const row = (part: Partial<CronTroubleRow> = {}): CronTroubleRow => ({
  id: 7,
  tenant_name: 'Elm',
  environment_name: 'eu-prod-wrk-01',
  group: 'Payments',
  task: 'collect',
  what: 'too-short',
  since: new Date().toISOString(),
  created: new Date().toISOString(),
  message: '',
  seconds: 0.25,
  low: 12,
  high: 40,
  running: false,
  ...part,
});
const counts = { dead: 0, failed: 1, 'not-started': 0, overdue: 0, 'too-long': 0, 'too-short': 1 };
const answer = (troubles: CronTroubleRow[]) => ({
  troubles,
  total: troubles.length,
  counts,
  environments: [{ id: 3, name: 'eu-prod-wrk-01' }],
});

const USUAL = 'sort=since&direction=desc&page=1';

/** @param answers by the query that the page sends */
async function open(answers: Record<string, CronTroubleRow[]>, query = '') {
  const calls = Object.entries(answers).map(([sent, rows]) => [`GET /api/cron/trouble?${sent}`, answer(rows)] as const);
  startFakeServer(Object.fromEntries(calls));
  await renderPage('/cron/board', CronBoardPage, `/cron/board${query}`);
  return screen.findByRole('region', { name: 'Problems' });
}

describe('the board of cron', () => {
  it('lists troubles with their reason, the log of the task, and their tenant', async () => {
    await open({
      [USUAL]: [row(), row({ id: 8, tenant_name: 'Oak', what: 'failed', message: 'Refused.', seconds: null })],
    });
    const table = await screen.findByRole('table', { name: 'Problems' });
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3));
    expect(within(table).getByText('Took 250 ms, usually 00:00:12 to 00:00:40')).toBeTruthy();
    expect(within(table).getByText('Refused.')).toBeTruthy();
    const [log] = within(table).getAllByRole('link', { name: 'collect' });
    expect(log?.getAttribute('href')).toBe('/tenant/7/cron?task=Payments%2Fcollect%40eu-prod-wrk-01');
    expect(within(table).getByRole('link', { name: 'Oak' }).getAttribute('href')).toBe('/tenant/8/cron');
    expect(screen.getByRole('button', { name: /Failing/ }).textContent).toContain('1');
  });

  it('queries the server by its address, and keeps the filters there', async () => {
    await open(
      {
        'sort=tenant&direction=asc&page=2&what=too-short&environment=3&q=elm': [row()],
        'sort=tenant&direction=asc&page=1&what=failed&environment=3&q=elm': [
          row({ what: 'failed', message: 'Refused.' }),
        ],
      },
      '?what=too-short&page=2&q=elm&environment=3&sort=tenant',
    );
    expect(await screen.findByText(/^Took 250 ms/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Failing/ }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Failing/ }).getAttribute('aria-pressed')).toBe('true'),
    );
    await waitFor(() => expect(screen.queryByText(/^Took 250 ms/)).toBeNull());
  });

  it('says when nothing is wrong, and clears filters that match nothing', async () => {
    await open({ [`${USUAL}&what=dead&q=elm`]: [], [USUAL]: [] }, '?what=dead&q=elm');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No problems')).toBeTruthy();
  });
});
