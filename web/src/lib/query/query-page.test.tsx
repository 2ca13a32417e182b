import { listCertificates, type CertificateRow } from '@mission-control/contract/environments/calls';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTableUrl } from '../address/use-table-url.ts';
import { queryOf } from '../api/query.ts';
import { fakeError, fakeFailure, startFakeServer, type FakeResponse } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';
import { allQueries, QueryPage, type QueryState } from './query-page.tsx';
import { QueryTable } from './query-table.tsx';

const CALL = 'GET /api/certificate';
const FAILED = fakeFailure();
const certificates = ['beta', 'alpha'].map((name, index) => ({
  _id: index,
  certificate_name: name,
  domain: `${name}.example`,
}));
const BY_NAME = { column: 'name', direction: 'asc' } as const;
const columns = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (row: CertificateRow) => row.certificate_name,
    cell: (row: CertificateRow) => row.certificate_name,
  },
];

function ListPage() {
  return (
    <QueryPage
      title="Certificates"
      query={useQuery(queryOf(listCertificates, {}))}
      errorTitle="The certificates could not be loaded"
      loading={<p>Loading</p>}
      empty={{ when: (data) => data.certificates.length === 0, show: <p>No certificates.</p> }}
      notFound={<p>There is no such list.</p>}
    >
      {(data) => data.certificates.map((row) => <p key={row._id}>{row.certificate_name}</p>)}
    </QueryPage>
  );
}

function TablePage() {
  return (
    <QueryTable
      label="Certificates"
      query={useQuery(queryOf(listCertificates, {}))}
      rows={(data) => data.certificates}
      columns={columns}
      getRowId={(row) => String(row._id)}
      state={useTableUrl(BY_NAME)}
      search={{ label: 'Search certificates', textOf: (row) => [row.certificate_name] }}
      errorTitle="The certificates could not be loaded"
      empty={<p>No certificates.</p>}
    />
  );
}

let answer: FakeResponse;
beforeEach(() => {
  answer = { certificates };
  startFakeServer({ [CALL]: () => answer });
});

const open = (page: () => React.ReactNode, search = '') => renderPage('/list', page, `/list${search}`);

describe('a page of a query', () => {
  it('shows its skeleton, then its data', async () => {
    const { fetch } = globalThis;
    const held = Promise.withResolvers<void>();
    globalThis.fetch = (...request) => held.promise.then(() => fetch(...request));
    const { page } = await open(ListPage);
    await waitFor(() => expect(page.textContent).toBe('CertificatesLoading'));
    held.resolve();
    await waitFor(() => expect(page.textContent).toBe('Certificatesbetaalpha'));
  });

  it('says when there is nothing', async () => {
    answer = { certificates: [] };
    const { page } = await open(ListPage);
    await waitFor(() => expect(page.textContent).toContain('No certificates.'));
  });

  it('says what could not be loaded, and reads it again on request', async () => {
    answer = FAILED;
    const { page } = await open(ListPage);
    await waitFor(() => expect(page.textContent).toContain('The certificates could not be loaded'));
    expect(page.textContent).toContain('7f3a-91c2');
    answer = { certificates };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(page.textContent).toContain('alpha'));
  });

  it('keeps its data when a later read fails', async () => {
    const { page, client } = await open(ListPage);
    await waitFor(() => expect(page.textContent).toContain('alpha'));
    answer = FAILED;
    await client.refetchQueries();
    expect(client.getQueryState([listCertificates.name, {}])?.status).toBe('error');
    expect(page.textContent).toBe('Certificatesbetaalpha');
  });

  it('says when its subject does not exist', async () => {
    answer = fakeError(404, { error: 'No.', code: 'not_found' });
    const { page } = await open(ListPage);
    await waitFor(() => expect(page.textContent).toContain('There is no such list.'));
  });
});

describe('a table of a query', () => {
  const cells = (page: ParentNode) =>
    [...page.querySelectorAll('tbody tr:not([aria-hidden]) td')].map((cell) => cell.textContent);

  it('shows the rows in the order and for the search of the address', async () => {
    const all = await open(TablePage);
    await waitFor(() => expect(cells(all.page)).toEqual(['alpha', 'beta']));
    const { page } = await open(TablePage, '?q=bet');
    await waitFor(() => expect(cells(page)).toEqual(['beta']));
  });

  it('tells a search without results from an empty table', async () => {
    const { page } = await open(TablePage, '?q=none');
    await waitFor(() => expect(page.textContent).toContain('No results found. (2 items filtered)'));
    await userEvent.click(screen.getByText('Clear search'));
    await waitFor(() => expect(cells(page)).toHaveLength(2));
    answer = { certificates: [] };
    const empty = await open(TablePage, '?q=none');
    await waitFor(() => expect(empty.page.textContent).toContain('No certificates.'));
  });

  it('says what could not be loaded', async () => {
    answer = FAILED;
    const { page } = await open(TablePage);
    await waitFor(() => expect(page.textContent).toContain('The certificates could not be loaded'));
  });
});

it('joins queries: data of all, the first error, and a retry of those that failed', () => {
  const retried: string[] = [];
  const query = (name: string, part: Partial<QueryState<number>>): QueryState<number> => ({
    data: undefined,
    error: null,
    isFetching: false,
    refetch: () => retried.push(name),
    ...part,
  });
  const [a, failed] = [query('a', { data: 1 }), query('b', { error: new Error('no') as never })];
  expect(allQueries({ a, b: query('b', { data: 2 }) }).data).toEqual({ a: 1, b: 2 });
  expect(allQueries({ a, b: query('b', {}) })).toMatchObject({ data: undefined, error: null });
  const both = allQueries({ a, b: failed });
  expect(both).toMatchObject({ data: undefined, error: failed.error });
  both.refetch();
  expect(retried).toEqual(['b']);
});
