import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Coverage, MemberStatistics, SddError, Slice } from '@mission-control/contract/dashboard/schema';
import { describe, expect, it } from 'vitest';
import { fakeError, fakeFailure, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { expectReadError, renderPage } from '../../../lib/testing/render-page.tsx';
import { color, meaningColor } from '../../../ui/theme/tokens.ts';
import { DashboardPage } from './dashboard-page.tsx';

const minutesAgo = (minutes: number): string => new Date(new Date().getTime() - minutes * 60_000).toISOString();
const slices = (...parts: [string, number][]): Slice[] => parts.map(([label, value]) => ({ label, value }));
const ALL: MemberStatistics = {
  all: 1_038_442,
  oncourse: 412_806,
  homeportal_oncourse: 287_315,
  distribution: slices(['On course', 412_806], ['Lapsed', 625_636]),
};
const GENDER = slices(['Female', 552_118], ['Male', 449_267], ['Not stated', 37_057]);
const AGE = slices(['0–4', 300_000], ['5–7', 738_442]);
const fresh = (part: Partial<Coverage> = {}): Coverage => ({
  tenants: 3,
  reported: 3,
  fresh: 3,
  newest: minutesAgo(2),
  ...part,
});
const sddError = (at: number, part: Partial<SddError> = {}): SddError => ({
  tenant_id: at,
  tenant: `Tenant ${at}`,
  message: `Mandate ${at} rejected`,
  timestamp: minutesAgo(at),
  level: 'ERROR',
  ...part,
});

const STATS = 'GET /api/dashboard/stats';
const TENANTS = {
  data: [
    { id: 4, tenant_name: 'Ashdown Trust' },
    { id: 7, tenant_name: 'Brimham Active' },
  ],
};
type Answers = Parameters<typeof startFakeServer>[0];
const answers = (more: Answers = {}): Answers => ({
  [`${STATS}/tenants`]: TENANTS,
  [`${STATS}/gender`]: { data: GENDER },
  [`${STATS}/age`]: { data: AGE },
  [`${STATS}/member`]: { data: ALL, coverage: fresh() },
  [`${STATS}/sdd-errors`]: { data: [sddError(1)] },
  [`${STATS}/gender?tenant=7`]: { data: slices(['Female', 3], ['Male', 1]) },
  [`${STATS}/age?tenant=7`]: { data: slices(['5–7', 4]) },
  [`${STATS}/member?tenant=7`]: {
    data: { all: 4, oncourse: 2, homeportal_oncourse: 1, distribution: slices(['On course', 2], ['Lapsed', 2]) },
    coverage: fresh({ tenants: 1, reported: 1, fresh: 1 }),
  },
  ...more,
});

async function openPage(more: Answers = {}, query = '') {
  const arrived = startFakeServer(answers(more));
  const opened = await renderPage('/dashboard', DashboardPage, `/dashboard${query}`);
  const { page } = opened;
  const field = (): HTMLInputElement => {
    const found = page.querySelector<HTMLInputElement>('[role="combobox"]');
    if (!found) throw new Error('There is no selector.');
    return found;
  };
  return {
    ...opened,
    calls: () => arrived.map(({ call }) => call),
    field,
    options: () => [...page.querySelectorAll<HTMLElement>('[role="option"]')],
    tile: (name: string) => page.querySelector(`[aria-label="${name}"] [data-value]`)?.textContent,
    rowsOf: (table: string) =>
      [...page.querySelectorAll(`table[aria-label="${table}"] tbody tr:not([aria-hidden])`)].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      ),
  };
}
type Opened = Awaited<ReturnType<typeof openPage>>;

/** The list of choices is open. */
async function openList({ field, options }: Opened): Promise<void> {
  await userEvent.click(field());
  await waitFor(() => expect(options()).toHaveLength(3));
}
describe('the selector', () => {
  it("offers 'All production' first, then the tenants [DASH-01]", async () => {
    const opened = await openPage();
    await waitFor(() => expect(opened.field().value).toBe('All production'));
    await openList(opened);
    expect(opened.options().map((option) => option.textContent)).toEqual([
      'All production',
      'Ashdown Trust',
      'Brimham Active',
    ]);
    expect(opened.options()[0]?.getAttribute('aria-selected')).toBe('true');
  });

  it('requests the numbers of the chosen tenant, and those of all without a tenant [DASH-07]', async () => {
    const opened = await openPage();
    const { calls, router, tile, options } = opened;
    await waitFor(() => expect(tile('Total Members')).toBe('1,038,442'));
    const kinds = ['gender', 'age', 'member'];
    expect(calls().filter((call) => call.includes('tenant='))).toEqual([]);
    for (const kind of kinds) expect(calls()).toContain(`${STATS}/${kind}`);
    await openList(opened);
    await userEvent.click(options()[2] ?? document.body);
    await waitFor(() => expect(tile('Total Members')).toBe('4'));
    for (const kind of kinds) expect(calls()).toContain(`${STATS}/${kind}?tenant=7`);
    expect(router.state.location.search).toEqual({ tenant: 7 });
    expect(opened.field().value).toBe('Brimham Active');
    await openList(opened);
    await userEvent.click(options()[0] ?? document.body);
    await waitFor(() => expect(tile('Total Members')).toBe('1,038,442'));
    expect(router.state.location.search).toEqual({});
  });

  it.each([
    ['a click', (field: HTMLElement) => userEvent.click(field)],
    ['a key', () => userEvent.keyboard('{ArrowDown}')],
    ['typing', () => userEvent.keyboard('r')],
  ])('says when the tenants could not be loaded, and loads them again when %s opens it', async (_, openBy) => {
    let fails = true;
    const opened = await openPage({
      [`${STATS}/tenants`]: () => (fails ? fakeError(500, { error: 'It broke.', code: 'internal' }) : TENANTS),
    });
    await userEvent.click(opened.field());
    await screen.findByText('The tenants could not be loaded.');
    fails = false;
    await userEvent.keyboard('{Escape}');
    await openBy(opened.field());
    await waitFor(() => expect(opened.options()).not.toEqual([]));
    await waitFor(() => expect(opened.options().map((one) => one.textContent)).toContain('Ashdown Trust'));
    expect(opened.page.textContent).not.toContain('could not be loaded');
  });

  it('is operable by keyboard: open, search, choose, leave', async () => {
    const opened = await openPage();
    const { field, options, router } = opened;
    const active = () => page.querySelector(`[id="${field().getAttribute('aria-activedescendant')}"]`)?.textContent;
    const { page } = opened;
    await waitFor(() => expect(opened.calls()).toContain(`${STATS}/tenants`));
    field().focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(options()).toHaveLength(3));
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(active()).toBe('All production');
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(active()).toBe('Brimham Active'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(options()).toEqual([]));
    expect(router.state.location.search).toEqual({});
    await userEvent.type(field(), 'brim', { initialSelectionStart: 0, initialSelectionEnd: 99 });
    await waitFor(() => expect(active()).toBe('Brimham Active'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toEqual({ tenant: 7 }));
    await userEvent.type(field(), 'zzz', { initialSelectionStart: 0, initialSelectionEnd: 99 });
    await waitFor(() => expect(page.textContent).toContain('No matching tenant.'));
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.search).toEqual({ tenant: 7 });
  });
});

describe('the cards', () => {
  it('are the five numbers of the members [DASH-08] [DASH-09] [DASH-10] [DASH-11] [DASH-12]', async () => {
    const { tile } = await openPage();
    await waitFor(() => expect(tile('Members On Course')).toBe('412,806'));
    expect(tile('HomePortal Members On Course')).toBe('287,315');
    expect(tile('HomePortal %age')).toBe('69.6%');
    expect(tile('Total Members')).toBe('1,038,442');
    expect(tile('Not OnCourse %age')).toBe('60.2%');
  });

  it('show n/a without members, never NaN [DASH-10]', async () => {
    const none: MemberStatistics = { all: 0, oncourse: 0, homeportal_oncourse: 0, distribution: [] };
    const { tile, page } = await openPage({
      [`${STATS}/member`]: { data: none, coverage: fresh() },
      [`${STATS}/gender`]: { data: [] },
      [`${STATS}/age`]: { data: slices(['0–4', 0]) },
    });
    await waitFor(() => expect(tile('HomePortal %age')).toBe('n/a'));
    expect(tile('Not OnCourse %age')).toBe('n/a');
    await waitFor(() => expect(page.textContent?.match(/No members reported\./g)).toHaveLength(3));
    expect(page.innerHTML).not.toMatch(/NaN|Infinity/);
  });
});

describe('the charts', () => {
  it('are drawn from gender, age and distribution, each with a table [DASH-13] [DASH-14] [DASH-15]', async () => {
    const { rowsOf, page } = await openPage();
    await waitFor(() => expect(rowsOf('Age Distribution')).toHaveLength(2));
    expect(rowsOf('Gender Split')).toEqual([
      ['Female', '552,118', '53.2%'],
      ['Male', '449,267', '43.3%'],
      ['Not stated', '37,057', '3.6%'],
    ]);
    expect(rowsOf('Age Distribution')).toEqual([
      ['0–4', '300,000', '28.9%'],
      ['5–7', '738,442', '71.1%'],
    ]);
    expect(rowsOf('Member Distribution')).toEqual([
      ['On course', '412,806', '39.8%'],
      ['Lapsed', '625,636', '60.2%'],
    ]);
    expect([...page.querySelectorAll('h2')].map((head) => head.textContent)).toEqual(
      expect.arrayContaining(['Gender Split', 'Age Distribution', 'Member Distribution']),
    );
    expect(page.querySelectorAll('svg circle')).toHaveLength(5);
    const columns = page.querySelector('[role="slider"][aria-label="Age Distribution"]');
    expect(columns?.getAttribute('aria-valuetext')).toBe('5–7: 738,442 members, 71.1%');
  });

  it('are replaced by tables on demand', async () => {
    const { page, rowsOf } = await openPage();
    await waitFor(() => expect(rowsOf('Gender Split')).toHaveLength(3));
    const gender = within(screen.getByRole('region', { name: 'Gender Split' }));
    await userEvent.click(gender.getByRole('button', { name: 'Show as table' }));
    await waitFor(() => expect(page.querySelector('[aria-label="Gender Split as a table"]')).not.toBeNull());
    // Only those of Member Distribution are left.
    expect(page.querySelectorAll('svg circle')).toHaveLength(2);
  });

  it('fail separately, with reason and retry', async () => {
    const { page, tile } = await openPage({
      [`${STATS}/age`]: fakeError(500, { error: 'The ages are locked.', code: 'internal' }),
    });
    await waitFor(() => expect(page.textContent).toContain('The ages are locked.'));
    expect(tile('Total Members')).toBe('1,038,442');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('the SDD errors', () => {
  it('have name, message, date and level, in this order, and link to the tenant [DASH-17]', async () => {
    const { page, rowsOf } = await openPage({
      [`${STATS}/sdd-errors`]: { data: [sddError(7, { tenant: 'Brimham Active', timestamp: minutesAgo(125) })] },
    });
    await waitFor(() => expect(rowsOf('SDD Errors')).toHaveLength(1));
    expect([...page.querySelectorAll('table[aria-label="SDD Errors"] th')].map((head) => head.textContent)).toEqual([
      'Name',
      'Message',
      'Date',
      'Level',
    ]);
    expect(rowsOf('SDD Errors')).toEqual([['Brimham Active', 'Mandate 7 rejected', '2 h ago', 'ERROR']]);
    expect(screen.getByRole('link', { name: 'Brimham Active' }).getAttribute('href')).toBe('/tenant/7');
  });

  it('are shown for all production only [DASH-16]', async () => {
    const opened = await openPage({}, '?tenant=7');
    const { page, tile, calls, options } = opened;
    await waitFor(() => expect(tile('Total Members')).toBe('4'));
    expect(page.textContent).not.toContain('SDD Errors');
    expect(calls()).not.toContain(`${STATS}/sdd-errors`);
    await openList(opened);
    await userEvent.click(options()[0] ?? document.body);
    await waitFor(() => expect(opened.rowsOf('SDD Errors')).toHaveLength(1));
  });

  it('are red at ERROR and orange at any other level [DASH-18] [DASH-19]', async () => {
    const levels = ['ERROR', 'WARNING', 'NOTICE', 'CRITICAL'];
    const { page, rowsOf } = await openPage({
      [`${STATS}/sdd-errors`]: { data: levels.map((level, at) => sddError(at + 1, { level })) },
    });
    await waitFor(() => expect(rowsOf('SDD Errors')).toHaveLength(4));
    const shown = [...page.querySelectorAll('table[aria-label="SDD Errors"] tbody tr td:last-child > span')];
    expect(shown.map((chip) => [chip.textContent, getComputedStyle(chip).color])).toEqual([
      ['ERROR', meaningColor.bad.main],
      ['WARNING', color.orange],
      ['NOTICE', color.orange],
      ['CRITICAL', color.orange],
    ]);
  });

  it('are paged from 11 on [DASH-20]', async () => {
    const some = (count: number) => ({
      [`${STATS}/sdd-errors`]: { data: Array.from({ length: count }, (_, at) => sddError(at + 1)) },
    });
    const ten = await openPage(some(10));
    await waitFor(() => expect(ten.rowsOf('SDD Errors')).toHaveLength(10));
    expect(ten.page.querySelector('nav[aria-label^="Pagination"]')).toBeNull();
    const eleven = await openPage(some(11));
    await waitFor(() => expect(eleven.rowsOf('SDD Errors')).toHaveLength(10));
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(eleven.rowsOf('SDD Errors')).toHaveLength(1));
  });

  it('are searched by the text of their rows; the search is kept in the address', async () => {
    const { rowsOf, page } = await openPage(
      { [`${STATS}/sdd-errors`]: { data: [sddError(1), sddError(2, { tenant: 'Älmhult', level: 'NOTICE' })] } },
      '?q=notice%20älm',
    );
    await waitFor(() => expect(rowsOf('SDD Errors').map(([name]) => name)).toEqual(['Älmhult']));
    const none = await openPage({}, '?q=zzz');
    await waitFor(() => expect(none.page.textContent).toContain('No results found. (1 items filtered)'));
    expect(page.textContent).toContain('SDD Errors2');
  });

  it('show an empty state and a failed read', async () => {
    const none = await openPage({ [`${STATS}/sdd-errors`]: { data: [] } });
    await waitFor(() => expect(none.page.textContent).toContain('No SDD errors'));
    const failed = await openPage({
      [`${STATS}/sdd-errors`]: fakeFailure(),
    });
    await waitFor(() => expect(failed.page.textContent).toContain('The SDD errors could not be loaded'));
    expect(failed.tile('Total Members')).toBe('1,038,442');
  });
});

describe('the age of the numbers', () => {
  it('shows how many tenants are fresh, stale or missing', async () => {
    const { page } = await openPage({
      [`${STATS}/member`]: {
        data: ALL,
        coverage: fresh({ tenants: 9, reported: 7, fresh: 4, newest: minutesAgo(3.5) }),
      },
    });
    await waitFor(() => expect(page.textContent).toContain('Partly stale'));
    expect(page.textContent).toContain('reported 3 min ago');
    expect(page.textContent).toContain('4 of 9 tenants in the last 15 min, 3 stale, 2 never reported');
    const links = ['4', '9', '3 stale', '2 never reported'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(links).toEqual(['fresh', 'meant', 'stale', 'never'].map((state) => `/tenant?reports=${state}`));
  });

  it('marks the numbers of a tenant that stopped reporting', async () => {
    const coverage = fresh({ tenants: 1, reported: 1, fresh: 0, newest: minutesAgo(65) });
    const { page } = await openPage({ [`${STATS}/member?tenant=7`]: { data: ALL, coverage } }, '?tenant=7');
    await waitFor(() => expect(page.textContent).toContain('Stale'));
    expect(page.textContent).toContain('reported 1 h ago');
  });

  it('states that nothing was reported, for all and for one', async () => {
    const data: MemberStatistics = { all: 0, oncourse: 0, homeportal_oncourse: 0, distribution: [] };
    const coverage: Coverage = { tenants: 3, reported: 0, fresh: 0, newest: null };
    const all = await openPage({ [`${STATS}/member`]: { data, coverage } });
    await waitFor(() => expect(all.page.textContent).toContain('No tenant in production has reported its members.'));
    const one = await openPage({ [`${STATS}/member?tenant=7`]: { data, coverage } }, '?tenant=7');
    await waitFor(() => expect(one.page.textContent).toContain('This tenant has not reported its members.'));
    await userEvent.click(screen.getByRole('button', { name: 'Show all production' }));
    await waitFor(() => expect(one.tile('Total Members')).toBe('1,038,442'));
  });

  it('shows a failed read with request id and retry, and an unknown tenant', async () => {
    const { page } = await openPage({
      [`${STATS}/member`]: fakeFailure(),
    });
    await expectReadError(page, 'The statistics could not be loaded');
    const gone = await openPage(
      { [`${STATS}/member?tenant=99`]: fakeError(404, { error: 'There is no tenant 99.', code: 'not_found' }) },
      '?tenant=99',
    );
    await waitFor(() => expect(gone.page.textContent).toContain('Tenant not found'));
  });
});
