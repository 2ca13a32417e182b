import { testServerRow } from '@mission-control/contract/utopia/testing';
import type { UtopiaServerRow } from '@mission-control/contract/utopia/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { fill, renderPage } from '../../../lib/testing/render-page.tsx';
import { UtopiaPage } from './utopia-page.tsx';

afterEach(() => vi.restoreAllMocks());

async function openPage(answer: FakeResponse | (() => FakeResponse), search = '') {
  startFakeServer({ 'GET /api/utopia': answer });
  const opened = await renderPage('/tools/utopia', UtopiaPage, `/tools/utopia${search}`);
  const { page } = opened;
  const heads = () => [...page.querySelectorAll('thead th')].map((head) => head.textContent);
  const names = () => [...page.querySelectorAll('tbody td[data-lead]')].map((cell) => cell.textContent);
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  return { ...opened, heads, names, field };
}

async function openRows(rows: readonly UtopiaServerRow[], search?: string) {
  const opened = await openPage({ data: rows }, search);
  await waitFor(() => expect(opened.heads().length).toBeGreaterThan(0));
  return opened;
}

const addressOf = (search: object) =>
  `?${Object.entries(search)
    .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&')}`;

const THREE = [
  testServerRow(1, { tenant_name: 'Wharfe', members: 5, has_gtm: 'yes' }),
  testServerRow(2, { tenant_name: 'Brimham', members: 50, region_name: 'us-east-1' }),
  testServerRow(3, { tenant_name: 'Fenland', members: null, status: 'Inactive' }),
];

describe('the table', () => {
  it('has the documented columns, with yes and no, by tenant [UTO-03, UTO-07, UTO-10]', async () => {
    const { user, page, heads, names } = await openRows(THREE);
    const titles =
      'CoursePro SMS SDD Organisations Ads Data hub HomePortal GTM Vouchers Strive Comms Portal Insight'.match(
        /Data hub|Comms Portal|\S+/g,
      );
    expect(heads()).toEqual(expect.arrayContaining(titles ?? []));
    expect(heads()).toHaveLength(22);
    expect(names()).toEqual(['Brimham', 'Fenland', 'Wharfe']);
    expect(page.querySelector('th[aria-sort="ascending"]')?.textContent).toBe('Tenant');
    const answers = [...page.querySelectorAll('tbody td[data-answer]')].map((cell) => cell.textContent);
    expect(new Set(answers)).toEqual(new Set(['yes', 'no']));
    await user.click(screen.getByRole('button', { name: 'Members' }));
    await waitFor(() => expect(names()).toEqual(['Wharfe', 'Brimham', 'Fenland']));
    await user.click(screen.getByRole('button', { name: 'Members' }));
    await waitFor(() => expect(names()).toEqual(['Brimham', 'Wharfe', 'Fenland']));
  });

  it('hides a column by its chip, and restores all [UTO-08]', async () => {
    const { user, heads, router } = await openRows(THREE);
    await user.click(screen.getByRole('button', { name: 'Remove column Bridge' }));
    await waitFor(() => expect(heads()).not.toContain('Bridge'));
    await waitFor(() => expect(router.latestLocation.search).toEqual({ hide: ['bridge'] }));
    await user.click(screen.getByRole('button', { name: 'Remove column Tenant' }));
    await waitFor(() => expect(heads()).toHaveLength(20));
    await user.click(screen.getByRole('button', { name: 'All columns' }));
    await waitFor(() => expect(heads()).toHaveLength(22));
  });

  it('shows the tenants counted by a feature', async () => {
    const { user, names, router } = await openRows(THREE);
    await user.click(within(screen.getByRole('listitem', { name: 'GTM' })).getByRole('button', { name: '2 tenants' }));
    await waitFor(() => expect(names()).toEqual(['Brimham', 'Fenland']));
    await waitFor(() => expect(router.latestLocation.search).toEqual({ filters: { has_gtm: ['no'] } }));
  });

  it('shows exactly the tenants left out by a feature', async () => {
    const rows = [...THREE, testServerRow(4, { tenant_name: 'Exe', members: null, has_sms: 'yes' })];
    const { user, page, names, router, field } = await openRows(rows);
    await user.click(
      within(page.querySelector('li[aria-label="SMS"]') ?? page).getByRole('button', { name: '1 left out' }),
    );
    await waitFor(() => expect(names()).toEqual(['Fenland']));
    expect(field('Filter Members: operator').value).toBe('none');
    const filters = { has_sms: ['no'], members: 'none' };
    await waitFor(() => expect(router.latestLocation.search).toEqual({ filters }));
  });

  it('is filtered by each column, and keeps the filters in the address [UTO-11]', async () => {
    const { user, names, field, router, page } = await openRows(THREE);
    await fill(user, field('Filter Members: value'), '9');
    await waitFor(() => expect(router.latestLocation.search).toEqual({ filters: { members: '9' } }));
    // Not yet a filter: there is nothing to clear.
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await fill(user, field('Filter Members: value'), '');
    await fill(user, field('Filter Members: operator'), '>=');
    await waitFor(() => expect(field('Filter Members: operator').value).toBe('>='));
    expect(names()).toHaveLength(3);
    await fill(user, field('Filter Members: value'), '5');
    await waitFor(() => expect(names()).toEqual(['Brimham', 'Wharfe']));
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
    await fill(user, field('Filter Tenant'), 'wha');
    await waitFor(() => expect(names()).toEqual(['Wharfe']));
    await waitFor(() =>
      expect(router.latestLocation.search).toEqual({ filters: { members: '>=5', tenant_name: 'wha' } }),
    );
    await fill(user, field('Filter Tenant'), 'zzz');
    await waitFor(() => expect(page.textContent).toContain('No results found. (3 items filtered)'));
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('adds a history entry for sorting and for hiding a column, but none for typing after them', async () => {
    const { user, field, router } = await openRows(THREE);
    await user.click(screen.getByRole('button', { name: 'Members' }));
    await waitFor(() => expect(router.latestLocation.search).toEqual({ sort: 'members' }));
    await user.click(screen.getByRole('button', { name: 'Remove column Bridge' }));
    const shown = { sort: 'members', hide: ['bridge'] };
    await waitFor(() => expect(router.latestLocation.search).toEqual(shown));
    expect(router.history.length).toBe(3);
    for (const text of ['w', 'wha']) {
      await fill(user, field('Filter Tenant'), text);
      await waitFor(() => expect(router.latestLocation.search).toEqual({ ...shown, filters: { tenant_name: text } }));
    }
    expect(router.history.length).toBe(3);
  });

  it('follows the address', async () => {
    const search = { sort: '-tenant_name', hide: ['id', 'bridge'], filters: { status: ['Active'] } };
    const { heads, names } = await openRows(THREE, addressOf(search));
    expect(names()).toEqual(['Wharfe', 'Brimham']);
    expect(heads()).toHaveLength(20);
  });

  it('draws only the rows near the visible part of 10,000', async () => {
    const { page, names } = await openRows(Array.from({ length: 10_000 }, (_, id) => testServerRow(id + 1)));
    expect(names().length).toBeLessThan(40);
    expect(page.textContent).toContain('10,000 tenants');
  });
});

describe('the calculations', () => {
  it('list features that not all tenants have in two columns, with price, basis and total [UTO-12, UTO-13, UTO-18, UTO-19, UTO-29, UTO-30, UTO-31]', async () => {
    const { page, field } = await openRows([testServerRow(1, { has_gtm: 'yes', members: 1000, centres: 3 })]);
    const columns = [...page.querySelectorAll('ul[aria-label^="Features"]')];
    const titles = columns.map((list) => [...list.children].map((line) => line.getAttribute('aria-label')));
    expect(titles).toEqual([
      ['SMS', 'SDD', 'Organisations', 'Ads', 'Data hub'],
      ['HomePortal', 'Vouchers', 'Strive', 'Comms Portal', 'Insight'],
    ]);
    const prices = titles.flat().map((title) => field(`Price of ${title}`));
    expect(prices.map(({ type }) => type)).toEqual(prices.map(() => 'number'));
    expect(prices.map(({ value }) => value)).toEqual([
      '0.06',
      '0.3',
      '250',
      '100',
      '300',
      '60',
      '100',
      '0',
      '20',
      '100',
    ]);
    expect(field('Basis of SMS').value).toBe('per_user_per_month');
    expect(field('Value of SMS').textContent).toBe('£720.00');
    // 720 + 3,600 + 750 + 100 + 300 + 180 + 100 + 0 + 60 + 300.
    expect(field('Total').textContent).toBe('£6,110.00');
  });

  it('follow price, basis and filters, and report an invalid price', async () => {
    const { user, field, page, router } = await openRows(THREE);
    // Members 5 and 50; those of Fenland are not known.
    expect(field('Value of SMS').textContent).toBe('£39.60');
    expect(page.textContent).toContain('3 tenants, 1 left out: no number of members');
    expect(page.textContent).toContain('Left out: 1 tenant without a number of members');
    await fill(user, field('Price of SMS'), '1.5');
    await waitFor(() => expect(field('Value of SMS').textContent).toBe('£990.00'));
    await fill(user, field('Basis of SMS'), 'per_tenant');
    await waitFor(() => expect(field('Value of SMS').textContent).toBe('£4.50'));
    const changed = { prices: { has_sms: '1.5' }, bases: { has_sms: 'per_tenant' } };
    await waitFor(() => expect(router.latestLocation.search).toEqual(changed));
    await fill(user, field('Filter Tenant'), 'wha');
    await waitFor(() => expect(field('Value of SMS').textContent).toBe('£1.50'));
    expect(page.querySelector('li[aria-label="GTM"]')).toBeNull();
    await fill(user, field('Price of SMS'), '0.00065');
    await waitFor(() => expect(page.textContent).toContain('A price is pounds with up to four decimals'));
    await user.click(screen.getByRole('button', { name: 'Reset prices' }));
    await waitFor(() => expect(field('Price of SMS').value).toBe('0.06'));
  });
});

describe('the file', () => {
  it('contains the shown rows, and is named after them [UTO-09, UTO-32, UTO-34]', async () => {
    const files: { name: string; blob: Blob }[] = [];
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      files.push({ name: this.download, blob: blobs.at(-1) ?? new Blob() });
    });
    const search = { sort: '-members', filters: { members: '>=5' }, hide: [] };
    const { user } = await openRows(
      [...THREE, testServerRow(4, { tenant_name: '=1+1', members: 7 })],
      addressOf(search),
    );
    await user.click(screen.getByRole('button', { name: 'Export to CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toMatch(/^utopia-\d{4}-\d\d-\d\d-members-gte-5\.csv$/);
    const lines = (await files[0]?.blob.text())?.replace('\uFEFF', '').trim().split('\r\n') ?? [];
    expect(lines[0]).toMatch(/^Tenant,ID,.*,Total Calculated Value$/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Brimham', "'=1+1", 'Wharfe']);
  });
});

describe('a failure', () => {
  it('is logged and ends the loading state without a toast; Retry recovers [UTO-35] (C-121)', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let fails = true;
    const { user, page, names } = await openPage(() =>
      fails ? fakeError(500, { error: 'It is broken.', code: 'internal' }) : { data: THREE },
    );
    await waitFor(() => expect(page.textContent).toContain('The tenants could not be loaded'));
    expect(logged).toHaveBeenCalledWith('Utopia could not be loaded:', 'It is broken.');
    expect(page.querySelector('[aria-label="Loading"]')).toBeNull();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});
