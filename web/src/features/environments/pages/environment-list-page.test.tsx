import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { describe, expect, it } from 'vitest';
import { fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { expectReadError, renderPage } from '../../../lib/testing/render-page.tsx';
import { groupHue } from '../parts/environment-columns.tsx';
import { EnvironmentListPage } from './environment-list-page.tsx';

function testEnvironment(id: number, part: Partial<EnvironmentDetailRow> = {}): EnvironmentDetailRow {
  return {
    _id: id,
    environment_name: `eu-prod-web-${String(id).padStart(2, '0')}`,
    environment_id: `i-${id}`,
    group_name: 'Blue',
    type: 1,
    services: ['coursepro'],
    region: { _id: 1, region_name: 'eu-west-1', description: 'Europe (Ireland)' },
    fqdn: `web-${id}.example.org`,
    server_count: 3,
    tenant_count: 12,
    ...part,
  };
}

async function openPage(answer: FakeResponse, address = '/environment') {
  startFakeServer({ 'GET /api/environment': answer });
  const opened = await renderPage('/environment', EnvironmentListPage, address);
  const bodyRows = () => [...opened.page.querySelectorAll('tbody tr[data-opens]')];
  return { ...opened, bodyRows };
}

async function openRows(environments: EnvironmentDetailRow[], address?: string) {
  const list = await openPage({ environments }, address);
  await waitFor(() => expect(list.bodyRows().length).toBeGreaterThan(0));
  return list;
}

describe('the environments', () => {
  it('have the six columns in documented order, each from its own field [ENV-01, ENV-02]', async () => {
    const { page, bodyRows } = await openRows([testEnvironment(7)]);
    const heads = [...page.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['Id', 'Name', 'InstanceId', 'Group', 'Region', 'FQDN']);
    const cells = [...(bodyRows()[0]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
    expect(cells).toEqual([
      '7',
      'eu-prod-web-07prod12 tenants',
      'i-7',
      'Blue',
      'Europe (Ireland)',
      'web-7.example.org',
    ]);
    // Without inactive tenants, the list would be shorter than the count.
    expect(screen.getByRole('link', { name: '12 tenants' }).getAttribute('href')).toBe(
      '/tenant?environment=7&inactive=true',
    );
  });

  it('show their group as a blue or green chip, any other without a colour [ENV-03]', async () => {
    const groups = ['Blue', 'Green', 'canary'];
    const { page } = await openRows(groups.map((name, id) => testEnvironment(id + 1, { group_name: name })));
    const hues = [...page.querySelectorAll('[data-hue]')].map(
      (chip) => `${chip.textContent} ${chip.getAttribute('data-hue')}`,
    );
    expect(hues).toEqual(['Blue blue', 'Green green', 'canary neutral']);
  });

  it('may lack a group and a region', async () => {
    const { page, bodyRows } = await openRows([
      testEnvironment(7, { group_name: null, region: null }),
      testEnvironment(8),
    ]);
    expect(bodyRows()).toHaveLength(2);
    expect(page.textContent).toContain('eu-prod-web-07');
    const found = await openRows([testEnvironment(7, { group_name: null, region: null })], '/environment?q=web-07');
    expect(found.bodyRows()).toHaveLength(1);
  });

  it('link to their tenants by name and by double-click', async () => {
    const { bodyRows, router } = await openRows([testEnvironment(7)]);
    expect(screen.getByRole('link', { name: 'eu-prod-web-07' }).getAttribute('href')).toBe('/tenant?environment=7');
    await userEvent.dblClick(bodyRows()[0] ?? document.body);
    await waitFor(() => expect(router.state.location.href).toBe('/tenant?environment=7'));
  });

  it('are searched, sorted and paged by the address, ten a page', async () => {
    const all = Array.from({ length: 25 }, (_, id) => testEnvironment(id + 1));
    const { bodyRows } = await openRows(all, '/environment?sort=-id&page=3');
    expect(bodyRows().map((row) => row.querySelector('td')?.textContent)).toEqual(['5', '4', '3', '2', '1']);
  });

  it.each([
    [' WEB eu blue ', ['7']],
    ['ireland', ['7', '8']],
    ['blue us', []],
  ])('are found by words of a row in any order: %j', async (search, ids) => {
    const { page, bodyRows } = await openPage(
      {
        environments: [
          testEnvironment(7, { environment_name: 'eu-prod-web-03' }),
          testEnvironment(8, { environment_name: 'us-dev-web-01', group_name: 'Green' }),
        ],
      },
      `/environment?sort=id&q=${encodeURIComponent(search)}`,
    );
    await waitFor(() => expect(page.querySelector('[aria-busy="false"]')).not.toBeNull());
    expect(bodyRows().map((row) => row.querySelector('td')?.textContent)).toEqual(ids);
  });

  it('show an empty state without environments and without results', async () => {
    const none = await openPage({ environments: [] });
    await waitFor(() => expect(none.page.textContent).toContain('No environments'));
    const { page, bodyRows } = await openPage({ environments: [testEnvironment(1)] }, '/environment?q=zzzz');
    await waitFor(() => expect(page.textContent).toContain('No results found. (1 items filtered)'));
    await userEvent.click(screen.getByText('Clear search'));
    await waitFor(() => expect(bodyRows()).toHaveLength(1));
  });

  it('show a failed read with the request id and a retry', async () => {
    const { page } = await openPage(fakeFailure());
    await expectReadError(page, 'The environments could not be loaded');
  });
});

it.each([
  ['eu-blue', 'blue'],
  ['GREEN', 'green'],
  ['canary', 'neutral'],
  ['', 'neutral'],
])('group %s has hue %s [ENV-03]', (name, hue) => {
  expect(groupHue(name)).toBe(hue);
});
