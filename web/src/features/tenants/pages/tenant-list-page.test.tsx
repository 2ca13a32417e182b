import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { expectReadError, renderPage } from '../../../lib/testing/render-page.tsx';
import { testRow } from '../testing/tenant.ts';
import { firstTenantsQuery, tenantsQuery } from '../queries-list.ts';
import { TenantListPage } from './tenant-list-page.tsx';

const rowsOf = (count: number, part: (index: number) => Partial<TenantRow> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    testRow(index + 1, { tenant_name: `Tenant ${String(index + 1).padStart(2, '0')}`, ...part(index) }),
  );

async function openList(tenants: FakeResponse, address = '/tenant') {
  const arrived = startFakeServer({
    'GET /api/tenant': tenants,
    'GET /api/tenant/refresh': { ok: true },
    'GET /api/environment/fast': { environments: [] },
  });
  const opened = await renderPage('/tenant', TenantListPage, address);
  const bodyRows = () => [...opened.page.querySelectorAll('tbody tr[data-opens]')];
  const cells = (row: number) => [...(bodyRows()[row]?.querySelectorAll('td') ?? [])];
  return { ...opened, arrived, bodyRows, cells };
}

async function openRows(tenants: TenantRow[], address?: string) {
  const list = await openList({ tenants }, address);
  await waitFor(() => expect(list.bodyRows().length).toBeGreaterThan(0));
  return list;
}

describe('the tenant list', () => {
  it("links each tenant's name to its page", async () => {
    const { cells } = await openRows(rowsOf(2));
    const links = [0, 1].map((row) => cells(row)[1]?.querySelector('a'));
    expect(links.map((link) => [link?.textContent, link?.getAttribute('href')])).toEqual([
      ['Tenant 01', '/tenant/1'],
      ['Tenant 02', '/tenant/2'],
    ]);
  });

  it('has the thirteen columns in the order of the documents [TLS-22]', async () => {
    const { page } = await openRows(rowsOf(1));
    expect([...page.querySelectorAll('th')].map((head) => head.textContent)).toEqual([
      'Region',
      'Name',
      'Account',
      'Active',
      'Services',
      'Deployment',
      'CoursePro Version',
      'DB Version',
      'DB Host Label',
      'Bridge',
      'Licence',
      'Members',
      'Actions',
    ]);
  });

  it('shows flag, names, state, tag, versions and bridge [TLS-09, TLS-10, TLS-11, TLS-12, TLS-14, TLS-15, TLS-16, TLS-17, TLS-18]', async () => {
    const { cells } = await openRows([testRow(7, { tenant_name: 'Brimham Active' })]);
    const [region, name, account, active, , deployment, version, dbVersion, host, bridge] = cells(0);
    expect(region?.querySelector('[aria-label="eu-west-1"] svg')).not.toBeNull();
    expect(active?.querySelector('[aria-label="Active"]')).not.toBeNull();
    const texts = [name, account, deployment, version, dbVersion, host, bridge].map((cell) => cell?.textContent);
    expect(texts).toEqual(['Brimham Active', 'Brimham & Dale', 'PROD', '4.18.1', '3.214', 'eu-db-03', 'Xn']);
  });

  it('shows a letter block for each service the tenant has [TLS-13]', async () => {
    const { cells } = await openRows([
      testRow(7, { coursepro_tenant: true, strive_tenant: true, organisation_tenant: true }),
    ]);
    expect(cells(0)[4]?.textContent).toBe('COS');
    expect(SERVICES).toHaveLength(10);
  });

  it("shows 'n/a' without a number of members, and a real 0 as 0 [TLS-20]", async () => {
    const { cells } = await openRows(rowsOf(2, (index) => ({ total_members: index === 0 ? null : 0 })));
    expect([0, 1].map((row) => cells(row)[11]?.textContent)).toEqual(['n/a', '0']);
  });

  it('marks expired licences and invalid dates [TLS-19, TLS-59]', async () => {
    const { cells } = await openRows(rowsOf(2, (index) => ({ licence_expires: index === 0 ? '2020-01-01' : 'soon' })));
    expect([0, 1].map((row) => cells(row)[10]?.textContent)).toEqual(['Expired', 'Invalid date']);
  });

  it('shows ten rows a page and remembers the page in the address [TLS-45]', async () => {
    const { bodyRows, router } = await openRows(rowsOf(25));
    expect(bodyRows()).toHaveLength(10);
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(bodyRows()).toHaveLength(5));
    expect(router.state.location.search).toEqual({ page: 3 });
  });

  it('has no pages at ten rows, and pages at eleven [TLS-46]', async () => {
    const ten = await openRows(rowsOf(10));
    expect(ten.page.querySelector('[aria-label^="Pagination"]')).toBeNull();
    const eleven = await openRows(rowsOf(11));
    expect(eleven.page.querySelector('nav[aria-label="Pagination of Tenants"]')).not.toBeNull();
  });

  it('separates the thousands of the rows that a filter hides [TLS-37]', async () => {
    const { page } = await openList({ tenants: rowsOf(1_234) }, '/tenant?region=nowhere');
    await waitFor(() => expect(page.textContent).toContain('(1,234 items hidden)'));
  });

  it('shows how many rows are filtered when none is left [TLS-42]', async () => {
    const { page } = await openList({ tenants: rowsOf(4) }, '/tenant?q=zzzz');
    await waitFor(() => expect(page.textContent).toContain('No results found. (4 items filtered)'));
  });

  it('hides inactive tenants until the switch is on, which the browser remembers [TLS-38, TLS-44]', async () => {
    const rows = rowsOf(3, (index) => ({ tenant_status: index === 0 ? '0' : '1' }));
    const { bodyRows } = await openRows(rows);
    expect(bodyRows()).toHaveLength(2);
    await userEvent.click(screen.getByRole('switch', { name: 'Show inactive' }));
    await waitFor(() => expect(bodyRows()).toHaveLength(3));
    const again = await openRows(rows);
    expect(again.bodyRows()).toHaveLength(3);
  });

  it('draws an inactive tenant quieter, and says that it is inactive', async () => {
    const rows = rowsOf(2, (index) => ({ tenant_status: index === 0 ? '0' : '1' }));
    const { bodyRows } = await openRows(rows, '/tenant?inactive=true');
    await waitFor(() => expect(bodyRows()).toHaveLength(2));
    expect(bodyRows().map((row) => row.getAttribute('data-off'))).toEqual(['true', null]);
    const [off, on] = bodyRows().map((row) => row.querySelectorAll('td')[4]);
    if (!off || !on) throw new Error('There are no cells.');
    expect(getComputedStyle(off).color).not.toBe(getComputedStyle(on).color);
    const flags = bodyRows().map((row) => getComputedStyle(row.querySelector('[role="img"]') ?? row).filter);
    expect(flags).toEqual(['grayscale(1)', '']);
    expect(bodyRows()[0]?.textContent).toContain('Inactive');
  });

  it('opens a tenant by double-click and by View [TLS-21, TLS-40]', async () => {
    const { bodyRows, router } = await openRows(rowsOf(2));
    expect(screen.getByRole('link', { name: 'View Tenant 02' }).getAttribute('href')).toBe('/tenant/2');
    bodyRows()[1]?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tenant/2'));
  });

  it("clears the server's cache and refetches the list on Refresh [TLS-41]", async () => {
    const { arrived } = await openRows(rowsOf(1));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(arrived.map(({ call }) => call).filter((call) => call.startsWith('GET /api/tenant'))).toEqual([
        'GET /api/tenant',
        'GET /api/tenant/refresh',
        'GET /api/tenant',
      ]),
    );
  });

  it('shows a failed read with request id and retry', async () => {
    const { page } = await openList(fakeFailure());
    await expectReadError(page, 'The tenant list could not be loaded');
  });
});

/** A list with its first rows loaded, and a function that delivers the rest. */
async function openFirstRows(rows: TenantRow[], address?: string) {
  const bytes = new TextEncoder().encode(JSON.stringify({ tenants: rows }));
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      body = controller;
      controller.enqueue(bytes.slice(0, bytes.length - 100));
    },
  });
  const list = await openList(new Response(stream), address);
  const follow = () => {
    body?.enqueue(bytes.slice(bytes.length - 100));
    body?.close();
  };
  return { ...list, follow, breakOff: () => body?.error(new TypeError('connection lost')) };
}

describe('the first page of a long list', () => {
  const rows = rowsOf(80, (index) => ({ tenant_status: index === 1 ? '0' : '1' }));
  const names = (list: { bodyRows: () => Element[] }) => list.bodyRows().map((row) => row.children[1]?.textContent);

  it('is shown before the rest has loaded, without a count', async () => {
    const list = await openFirstRows(rows);
    await waitFor(() => expect(list.bodyRows()).toHaveLength(10));
    const first = names(list);
    expect(first.slice(0, 2)).toEqual(['Tenant 01', 'Tenant 03']);
    expect(list.page.textContent).not.toMatch(/1–10|rows|hidden|60|59|10 of/);
    expect(list.page.querySelector('[aria-label^="Pagination"]')).toBeNull();
    list.follow();
    await waitFor(() => expect(list.page.textContent).toContain('1–10 of 79'));
    expect(list.page.textContent).toContain('(1 items hidden)');
    expect(names(list)).toEqual(first);
  });

  it.each(['-members', '-name'])('waits for all rows if sorted differently: %s', async (sort) => {
    const list = await openFirstRows(rows, `/tenant?sort=${sort}`);
    const shown = new Set<string>();
    new MutationObserver(() => shown.add(names(list).join())).observe(list.page, { childList: true, subtree: true });
    await waitFor(() => expect(list.client.getQueryData(firstTenantsQuery.queryKey)).toBeDefined());
    list.follow();
    await waitFor(() => expect(list.page.textContent).toContain('1–10 of 79'));
    expect([...shown].filter(Boolean)).toEqual([names(list).join()]);
  });

  it('reports no results only when all rows have loaded', async () => {
    const list = await openFirstRows(rows, '/tenant?q=zz');
    await waitFor(() => expect(list.client.getQueryData(firstTenantsQuery.queryKey)).toBeDefined());
    expect(list.page.textContent).not.toContain('No results');
    list.follow();
    await waitFor(() => expect(list.page.textContent).toContain('No results found. (80 items filtered)'));
  });

  it('stays when the list is interrupted, and the list is read again', async () => {
    const list = await openFirstRows(rows);
    await waitFor(() => expect(list.bodyRows()).toHaveLength(10));
    list.breakOff();
    await waitFor(() => expect(list.client.getQueryState(tenantsQuery.queryKey)?.error?.code).toBe('unavailable'));
    expect(list.bodyRows()).toHaveLength(10);
    startFakeServer({ 'GET /api/tenant': { tenants: rows } });
    await waitFor(() => expect(list.page.textContent).toContain('1–10 of 79'));
  });
});
