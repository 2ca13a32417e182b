import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CronRow } from '@mission-control/contract/cron/calls';
import { describe, expect, it } from 'vitest';
import { fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { expectReadError, renderPage } from '../../../lib/testing/render-page.tsx';
import { CronPage } from './cron-page.tsx';

const row = (id: number, part: Partial<CronRow> = {}): CronRow => ({
  id,
  tenant_name: `Tenant ${id}`,
  cron_tasks: '[]',
  environment_name: 'eu-prod-wrk-01',
  created: new Date().toISOString(),
  ...part,
});
const tasks = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ task: `task_${at}`, elapsed: at, elapsed_formatted: `00:00:${at}` })),
  );

const NONE_FAILED = { failed: { total: 0, tasks: [] } };

async function openPage(answer: FakeResponse) {
  startFakeServer({ 'GET /api/tenant/cron': answer });
  const { page } = await renderPage('/cron', CronPage, '/cron');
  const counts = () =>
    [...page.querySelectorAll('dl > div')].map(
      (tile) => `${tile.querySelector('dt')?.textContent} ${tile.querySelector('dd')?.textContent}`,
    );
  const group = (name: string) =>
    // The last one: the first is the section around all groups.
    [...page.querySelectorAll('section')].findLast((one) => one.querySelector('h3')?.textContent === name);
  return { page, counts, group };
}

describe('the cron statistics', () => {
  it('count the running tasks and the errors [CRN-03] [CRN-08]', async () => {
    const tenants = [
      row(1, { cron_tasks: tasks(3) }),
      row(2, { cron_tasks: null, created: null }),
      row(3, { cron_tasks: '[{' }),
    ];
    const { page, counts } = await openPage({ tenants, ...NONE_FAILED });
    await waitFor(() => expect(counts()).toEqual(['Running Tasks 3', 'Errors 2', 'Stale Reports 0']));
    const log = page.querySelector('[aria-label="Error Log"]');
    expect([...(log?.querySelectorAll('tbody tr') ?? [])].map((line) => line.textContent)).toEqual([
      'Tenant 2No dataNever reported–',
      'Tenant 3No dataThe report cannot be read–',
    ]);
    expect(screen.getByRole('link', { name: 'Tenant 2' }).getAttribute('href')).toBe('/tenant/2');
  });

  it('list and count failed and dead tasks of the fleet as errors, with links to their logs [CRN-07]', async () => {
    const failed = {
      id: 7,
      tenant_name: 'Elm',
      environment_name: 'eu-prod-wrk-01',
      group: 'Payments',
      task: 'collect',
      message: 'The bank refused.',
      datetime: new Date(new Date().getTime() - 20.5 * 60_000).toISOString(),
    };
    const { page, counts } = await openPage({
      tenants: [row(7)],
      failed: {
        total: 1502,
        tasks: [
          { ...failed, status: 'task_fail' },
          { ...failed, task: 'purge', status: 'task_dead' },
        ],
      },
    });
    await waitFor(() => expect(counts()[1]).toBe('Errors 1,502'));
    const log = page.querySelector('[aria-label="Error Log"]');
    expect([...(log?.querySelectorAll('tbody tr') ?? [])].map((line) => line.textContent)).toEqual([
      'ElmDeadpurgeThe bank refused.20 min ago',
      'ElmFailedcollectThe bank refused.20 min ago',
    ]);
    expect(log?.querySelector('a')?.getAttribute('href')).toBe('/tenant/7/cron?task=Payments%2Fpurge%40eu-prod-wrk-01');
    expect(page.textContent).toContain('1,500 older failures are not listed');
    expect(screen.getByRole('link', { name: '1,502' }).getAttribute('href')).toBe('#error-log');
  });

  it('show the ten longest running tasks of an environment, and all on request [CRN-04] [CRN-05] [CRN-06]', async () => {
    const { group } = await openPage({
      tenants: [
        row(1, { cron_tasks: tasks(45) }),
        row(2, { cron_tasks: tasks(1), environment_name: 'us-prod-wrk-01' }),
      ],
      ...NONE_FAILED,
    });
    await waitFor(() => expect(group('eu-prod-wrk-01')).toBeDefined());
    const shown = [...(group('eu-prod-wrk-01')?.querySelectorAll('li') ?? [])].map((one) => one.textContent);
    expect(shown).toHaveLength(10);
    expect(shown[0]).toBe('task_44Tenant 100:00:44');
    expect(group('us-prod-wrk-01')?.querySelectorAll('li')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'plus 35 more' }));
    await waitFor(() => expect(group('eu-prod-wrk-01')?.querySelectorAll('li')).toHaveLength(45));
    await userEvent.click(screen.getByRole('button', { name: 'Show only the longest' }));
    await waitFor(() => expect(group('eu-prod-wrk-01')?.querySelectorAll('li')).toHaveLength(10));
  });

  it('omit the line up to 40 tasks [CRN-06]', async () => {
    const { page, counts } = await openPage({ tenants: [row(1, { cron_tasks: tasks(40) })], ...NONE_FAILED });
    await waitFor(() => expect(counts()[0]).toBe('Running Tasks 40'));
    expect(page.textContent).not.toContain('more');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 40 tasks of eu-prod-wrk-01' }));
    await waitFor(() => expect(page.querySelectorAll('li')).toHaveLength(40));
  });

  it('mark reports older than 15 minutes', async () => {
    const created = new Date(Date.parse(row(1).created ?? '') - 20.5 * 60_000).toISOString();
    const { page, counts } = await openPage({ tenants: [row(1, { cron_tasks: tasks(1), created })], ...NONE_FAILED });
    await waitFor(() => expect(counts()[2]).toBe('Stale Reports 1'));
    expect(page.querySelector('li')?.textContent).toContain('Stale');
    expect(page.querySelector('[aria-label="Stale Reports"] tbody')?.textContent).toContain('20 min ago');
  });

  it('show empty states without running tasks and without errors', async () => {
    const { page } = await openPage({ tenants: [row(1)], ...NONE_FAILED });
    await waitFor(() => expect(page.textContent).toContain('No tasks are running'));
    expect(page.textContent).toContain('No errors');
  });

  it('show a failed read with the request id and a retry', async () => {
    const { page } = await openPage(fakeFailure());
    await expectReadError(page, 'The cron statistics could not be loaded');
  });
});
