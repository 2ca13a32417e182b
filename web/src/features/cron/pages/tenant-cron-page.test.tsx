import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { TenantTask } from '@mission-control/contract/cron/schema';
import { describe, expect, it } from 'vitest';
import { fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { expectReadError, renderPage } from '../../../lib/testing/render-page.tsx';
import { TenantCronPage } from './tenant-cron-page.tsx';

const LONG = `The payment provider refused the batch: ${'x'.repeat(60)} end`;
const at = (minutes: number): string => new Date(new Date().getTime() - minutes * 60_000).toISOString();

const task = (taskName: string, more: Partial<TenantTask> = {}): TenantTask => ({
  group: { name: 'Payments' },
  taskName,
  restrictions: { time: { type: 'delay', minimum: 90 }, run: null, conditional: null },
  execution: { chain: null },
  state: { status_text: 'Waiting', finished_fuzzy: '5 minutes ago' },
  logs: [],
  environment_name: 'eu-prod-wrk-01',
  created: at(0),
  next_run: null,
  band: null,
  ...more,
});
const collect = task('direct_debit_collect', {
  logs: [
    { context: { status: 'task_fail' }, message: LONG, e2e: { task_duration_in_seconds: 9.5 }, datetime: at(5) },
    { context: { status: 'task_end' }, message: 'Done.', e2e: { task_duration_in_seconds: 10 }, datetime: at(65) },
    { context: { status: 'task_dead' }, message: 'Killed.', e2e: { task_duration_in_seconds: 10 }, datetime: at(70) },
    { context: { status: 'task_end' }, message: 'Old.', e2e: { task_duration_in_seconds: 10 }, datetime: at(1500) },
  ],
});

async function openPage(answer: FakeResponse, query = '') {
  startFakeServer({
    'GET /api/tenant/7/cron': answer,
    'GET /api/tenant/7': { tenant: { tenant_name: 'Brimham Active' } },
  });
  const opened = await renderPage('/tenant/$id/cron', TenantCronPage, `/tenant/7/cron${query}`);
  const rows = (root: ParentNode = opened.page) =>
    [...root.querySelectorAll('tbody tr')].map((line) =>
      [...line.querySelectorAll('td')].map((cell) => cell.textContent),
    );
  const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.createElement('div');
  return { ...opened, rows, dialog };
}

describe('the cron of a tenant', () => {
  it('has the six columns in documented order and a row per task [CRN-09] [CRN-12] [CRN-17]', async () => {
    const { page, rows } = await openPage({ tasks: [task('refund_retry'), collect], created: at(0) });
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect([...page.querySelectorAll('th')].map((head) => head.textContent)).toEqual([
      'Group',
      'Task',
      'Schedule',
      'Status',
      'Last execution',
      'Last 24 hrs',
    ]);
    expect(rows()).toEqual([
      ['Payments', 'direct_debit_collect', 'every 1h 30m', 'Waiting', '5 minutes ago', '1 ended1 failed1 dead'],
      ['Payments', 'refund_retry', 'every 1h 30m', 'Waiting', '5 minutes ago', '–'],
    ]);
    await waitFor(() => expect(page.textContent).toContain('Brimham Active'));
    expect(page.textContent).not.toContain('Stale');
  });

  it('opens the log of a task by its name, and keeps it in the address [CRN-10] [CRN-18] [CRN-20] [CRN-22]', async () => {
    const { page, router, rows, dialog } = await openPage({ tasks: [collect], created: at(1) }, '?q=debit');
    await waitFor(() => expect(rows()).toHaveLength(1));
    // Links in tests are plain anchors, so the router is driven directly.
    const href = screen.getByRole('link', { name: 'direct_debit_collect' }).getAttribute('href') ?? '';
    expect(href).toBe('/tenant/7/cron?q=debit&task=Payments%2Fdirect_debit_collect');
    await router.navigate({ href });
    await waitFor(() => expect(rows(dialog())).toHaveLength(4));
    expect(router.state.location.search).toEqual({ q: 'debit', task: 'Payments/direct_debit_collect' });
    const [newest, second] = rows(dialog());
    expect(newest?.slice(1, 3)).toEqual(['Failed', '9500 ms']);
    expect(second?.slice(1)).toEqual(['Ended', '00:00:10', 'Done.']);
    expect(newest?.[0]).toBe(collect.logs[0]?.datetime.slice(0, 19));
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'debit' }));
    page.querySelector<HTMLElement>('tbody tr')?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ task: expect.any(String) as string }));
  });

  it('adds no history entry when a log is closed, so that Back leads to the previous page', async () => {
    const { page, router, rows, dialog } = await openPage({ tasks: [collect], created: at(1) });
    await waitFor(() => expect(rows()).toHaveLength(1));
    page.querySelector<HTMLElement>('tbody tr')?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(rows(dialog())).toHaveLength(4));
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.href).toBe('/tenant/7/cron'));
    expect(router.history.length).toBe(1);
  });

  it('truncates a message until it is expanded [CRN-21]', async () => {
    const { rows, dialog } = await openPage(
      { tasks: [collect], created: at(1) },
      '?task=Payments%2Fdirect_debit_collect',
    );
    await waitFor(() => expect(rows(dialog())).toHaveLength(4));
    expect(rows(dialog())[0]?.[3]).toBe(`${LONG.slice(0, 50)}…Show all`);
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(rows(dialog())[0]?.[3]).toBe(`${LONG}Show less`));
  });

  it('shows the environment where two report, and opens the log of each', async () => {
    const log = (message: string) => [
      { context: { status: 'task_end' as const }, message, e2e: { task_duration_in_seconds: 1 }, datetime: at(5) },
    ];
    const both = ['eu-prod-wrk-01', 'eu-prod-wrk-02'].map((environment_name) =>
      task('collect', { environment_name, logs: log(`on ${environment_name}`) }),
    );
    const { page, router, rows, dialog } = await openPage({ tasks: both, created: at(0) });
    await waitFor(() =>
      expect(rows().map((cells) => cells[1])).toEqual(['collecteu-prod-wrk-01', 'collecteu-prod-wrk-02']),
    );
    for (const [place, link] of [...page.querySelectorAll('tbody a')].entries()) {
      await router.navigate({ href: link.getAttribute('href') ?? '' });
      await waitFor(() => expect(rows(dialog())[0]?.[3]).toBe(`on eu-prod-wrk-0${place + 1}`));
      expect(dialog().textContent).toContain(`Log of collect on eu-prod-wrk-0${place + 1}`);
    }
    // A link from before the second environment reported.
    await router.navigate({ href: '/tenant/7/cron?task=Payments%2Fcollect' });
    await waitFor(() => expect(rows(dialog())[0]?.[3]).toBe('on eu-prod-wrk-01'));
  });

  it('takes the newest run for the last execution, in whatever order the logs come', async () => {
    const { page } = await openPage({ tasks: [task('reversed', { logs: collect.logs.toReversed() })] });
    await screen.findByText('reversed');
    expect(page.querySelector('td span[title]:not([title=""])')?.getAttribute('title')).toBe(collect.logs[0]?.datetime);
  });

  it('adds the age of the report to the last execution', async () => {
    const { rows } = await openPage({ tasks: [task('collect', { created: at(170) })], created: at(170) });
    await waitFor(() => expect(rows()[0]?.[4]).toBe('2 hours ago'));
  });

  it('shows a missing report, and an old one as stale', async () => {
    const none = await openPage({ tasks: [], created: null });
    await waitFor(() => expect(none.page.textContent).toContain('No environment of this tenant has reported'));
    expect(none.page.textContent).toContain('No report yet');
    const old = await openPage({ tasks: [collect], created: at(30) });
    await waitFor(() => expect(old.page.textContent).toContain('Stale'));
  });

  it('shows a failed read with the request id and a retry', async () => {
    const { page } = await openPage(fakeFailure());
    await expectReadError(page, 'The cron tasks could not be loaded');
  });
});
