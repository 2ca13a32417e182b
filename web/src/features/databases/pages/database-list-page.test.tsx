import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeError, fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { databaseSearch } from '../database-search.ts';
import { DatabaseListPage } from './database-list-page.tsx';

function testDatabase(id: number, part: Partial<DatabaseRow> = {}): DatabaseRow {
  return {
    id,
    name: `eu-db-${String(id).padStart(2, '0')}`,
    notes: '',
    identifier: `db-${id}`,
    endpoint: `db-${id}.example.net:5432`,
    service: 'coursepro',
    region: 'eu-west-1',
    tenant_count: 12,
    db_activity_average: 3.9,
    db_activity_data: [2, 5],
    db_activity_spans: [0, 119],
    ...part,
  };
}

const FROM = '2026-11-20T09:00:00.000Z';
const listOf = (databases: DatabaseRow[]) => ({ databases, activity_from: FROM });

async function openPage(
  list: FakeResponse | (() => FakeResponse),
  address = '/database',
  more: Record<string, FakeResponse> = {},
) {
  const arrived = startFakeServer({ 'GET /api/database': list, ...more });
  const opened = await renderPage('/database', DatabaseListPage, address);
  const bodyRows = () => [...opened.page.querySelectorAll('tbody tr[data-opens]')];
  return { ...opened, arrived, bodyRows };
}

async function openRows(databases: DatabaseRow[], address?: string, more?: Record<string, FakeResponse>) {
  const list = await openPage(listOf(databases), address, more);
  await waitFor(() => expect(list.bodyRows().length).toBeGreaterThan(0));
  return list;
}

describe('the databases', () => {
  it('show the load under that name, the activity, identifier and endpoint [DB-05]', async () => {
    const { page, bodyRows } = await openRows([testDatabase(7)]);
    const heads = [...page.querySelectorAll('th')].map((head) => head.textContent);
    const named = ['Name', 'Service', 'Region', 'Tenants', 'Load', '24hrs activity', 'Identifier', 'Endpoint'];
    expect(heads).toEqual(named);
    const cells = [...(bodyRows()[0]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
    expect(screen.getByRole('link', { name: '12 tenants on eu-db-07' }).getAttribute('href')).toBe(
      '/database?database=7',
    );
    expect(cells).toEqual(['eu-db-07', 'CoursePro', 'eu-west-1', '12', '3.9', '', 'db-7', 'db-7.example.net:5432']);
  });

  it('colour the load by its average [SVC-12, DB-11]', async () => {
    const averages = [3.9, 4, 10, 20, 'n/a'] as const;
    const rows = averages.map((average, id) => testDatabase(id + 1, { db_activity_average: average }));
    const { page } = await openRows(rows);
    const shades = [...page.querySelectorAll('[data-load]')].map((load) => load.getAttribute('data-load'));
    expect(shades).toEqual(['green', 'white', 'orange', 'red', 'yellow']);
    const texts = [...page.querySelectorAll('[data-load]')].map((load) => load.textContent);
    expect(texts).toEqual(['3.9', '4.0', '10.0', '20.0', 'n/a']);
  });

  it('draw the activity of each row in the colour of its maximum, 128 by 40 [DB-03, DB-07, DB-08, DB-09]', async () => {
    const data = [[2], [3], [9], [19], []];
    const rows = data.map((values, id) =>
      testDatabase(id + 1, { db_activity_data: values, db_activity_spans: values.map(() => 5) }),
    );
    const { page } = await openRows(rows);
    const sparks = [...page.querySelectorAll('svg[data-shade]')];
    expect(sparks.map((svg) => svg.getAttribute('data-shade'))).toEqual(['green', 'white', 'orange', 'red', 'grey']);
    expect(sparks.map((svg) => `${svg.getAttribute('width')}x${svg.getAttribute('height')}`)).toEqual(
      data.map(() => '128x40'),
    );
  });

  it('draw a highest value of 10 at a quarter of the height: the scale goes up to 40 [DB-10]', async () => {
    const { page } = await openRows([testDatabase(7, { db_activity_data: [10], db_activity_spans: [5] })]);
    const paths = [...page.querySelectorAll('svg[data-shade] path')].map((path) => path.getAttribute('d'));
    expect(paths).toContainEqual(expect.stringMatching(/^M[\d.]+ 30h0$/));
  });

  it('expose each value of the activity by keyboard', async () => {
    await openRows([testDatabase(7)]);
    const spark = screen.getByRole('slider', { name: '24hrs activity of eu-db-07' });
    expect(spark.getAttribute('aria-valuetext')).toBe('At most 5 active connections in the last 24 hours');
    const text = () => spark.getAttribute('aria-valuetext');
    spark.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(text()).toBe('08:48–09:00: at most 5 active connections'));
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(text()).toBe('09:00–09:12: at most 2 active connections'));
  });

  it('are paged by ten, with pagination even on a single page [DB-02] (C-126)', async () => {
    const all = Array.from({ length: 11 }, (_, id) => testDatabase(id + 1));
    const { bodyRows } = await openRows(all);
    expect(bodyRows()).toHaveLength(10);
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(bodyRows()).toHaveLength(1));
    const one = await openRows([testDatabase(1)]);
    expect(one.page.querySelector('nav[aria-label^="Pagination"]')?.textContent).toBe('1');
  });

  it('are sorted and paged by the address', async () => {
    const all = Array.from({ length: 25 }, (_, id) => testDatabase(id + 1));
    const { bodyRows } = await openRows(all, '/database?sort=-name&page=3');
    expect(bodyRows().map((row) => row.querySelector('td')?.textContent)).toEqual(
      [5, 4, 3, 2, 1].map((id) => `eu-db-0${id}`),
    );
  });

  it.each([
    ['eu-db-01', [1]],
    ['PREFERRED', [1]],
    ['insight us-east', [2]],
    ['zebra', [3]],
    ['db-2', [2]],
    ['(', []],
  ])('are found by the words %j of what is shown [DB-01]', async (search, ids) => {
    const all = [
      testDatabase(1, { notes: 'Preferred' }),
      testDatabase(2, { service: 'insight', region: 'us-east-1' }),
      testDatabase(3, { endpoint: 'zebra.example:3306' }),
    ];
    const { page, bodyRows } = await openPage(listOf(all), `/database?q=${encodeURIComponent(search)}`);
    await waitFor(() => expect(page.querySelector('[aria-busy="false"]')).not.toBeNull());
    expect(bodyRows().map((row) => row.querySelector('td')?.textContent)).toEqual(ids.map((id) => `eu-db-0${id}`));
  });

  it('list their tenants, and detached databases on request', async () => {
    const { page, arrived } = await openRows([testDatabase(7)], '/database?database=7', {
      'GET /api/database/7/tenants': { tenants: [{ tenant_id: 12, tenant_name: 'Brimham', service: 'coursepro' }] },
      'GET /api/database/7/detached': {
        databases: [
          { name: 'tenant_9_coursepro', tenant_id: 9, tenant_name: null, tenant_deleted: false },
          { name: 'tenant_8_coursepro', tenant_id: 8, tenant_name: 'Old', tenant_deleted: true },
        ],
      },
    });
    await waitFor(() => expect(screen.getByRole('link', { name: 'Brimham' }).getAttribute('href')).toBe('/tenant/12'));
    expect(arrived.map(({ call }) => call)).not.toContain('GET /api/database/7/detached');
    await userEvent.click(screen.getByRole('button', { name: 'Query the server' }));
    await waitFor(() => expect(page.textContent).toContain('tenant_9_coursepro'));
    expect(page.textContent).toContain('its tenant is gone');
    expect(page.textContent).toContain('of Old, deleted');
  });

  it('show why detached databases are unknown, and an empty server', async () => {
    const { page } = await openRows([testDatabase(7)], '/database?database=7', {
      'GET /api/database/7/tenants': { tenants: [] },
      'GET /api/database/7/detached': fakeError(502, {
        error: 'eu-db-07 refuses the connection.',
        code: 'target_failed',
      }),
    });
    await waitFor(() => expect(page.textContent).toContain('No tenant has its database here.'));
    await userEvent.click(screen.getByRole('button', { name: 'Query the server' }));
    await waitFor(() => expect(page.textContent).toContain('eu-db-07 refuses the connection.'));
  });

  it('show an empty state without databases and without results', async () => {
    const none = await openPage({ databases: [], error: 'There is no database server.' });
    await waitFor(() => expect(none.page.textContent).toContain('No databases'));
    const { page, bodyRows } = await openPage(listOf([testDatabase(1)]), '/database?q=zzzz');
    await waitFor(() => expect(page.textContent).toContain('No results found. (1 items filtered)'));
    await userEvent.click(screen.getByText('Clear search'));
    await waitFor(() => expect(bodyRows()).toHaveLength(1));
  });

  it('show a failed read, and recover on retry [DB-12] (C-121)', async () => {
    let fails = true;
    const { page, bodyRows } = await openPage(() => (fails ? fakeFailure() : listOf([testDatabase(1)])));
    await waitFor(() => expect(page.textContent).toContain('The databases could not be loaded'));
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(bodyRows()).toHaveLength(1));
  });
});

it('parses any address, dropping invalid values', () => {
  let reached = 0;
  fc.assert(
    fc.property(
      fc.record({
        q: fc.anything(),
        sort: fc.anything(),
        page: fc.anything(),
        database: fc.oneof(fc.anything(), fc.integer()),
      }),
      (address) => {
        const read = databaseSearch(address);
        expect(databaseSearch({ ...read })).toEqual(read);
        if (read.database !== undefined) {
          reached += 1;
          expect(Number.isSafeInteger(read.database) && read.database > 0).toBe(true);
        }
      },
    ),
  );
  expect(reached).toBeGreaterThan(0);
  expect(databaseSearch({ q: ' a ', sort: '-load', page: 2, database: 7 })).toEqual({
    q: 'a',
    sort: '-load',
    page: 2,
    database: 7,
  });
});
