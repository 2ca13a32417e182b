import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { mappingCreated } from '@mission-control/contract/competency/rules';
import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { MappingListPage } from './mapping-list-page.tsx';

const toasts = collectToasts();
const TENANTS = [
  { id: 5, tenant_name: 'Brimham Active' },
  { id: 6, tenant_name: 'Skelwith Leisure' },
];
const hashOf = (at: number): string => String(at).padStart(64, '0');
const mappingAt = (at: number) => ({
  hash: hashOf(at),
  from: { id: 5, tenant_name: `Brimham ${at}` },
  to: { id: 6, tenant_name: 'Skelwith Leisure' },
  locked: at === 1,
  created_at: `2026-11-${String(at).padStart(2, '0')}T09:00:00.000Z`,
  created_by: 'priya.shah',
});

async function openPage(count: number, put: FakeResponse | ((body: unknown) => FakeResponse) = {}, role = 'operator') {
  const arrived = startFakeServer({
    'GET /api/competency-mapping': {
      mappings: Array.from({ length: count }, (_, at) => mappingAt(at + 1)).toReversed(),
    },
    'GET /api/console': { user: 'Amelia Hart', role, sandbox: false },
    'GET /api/dashboard/stats/tenants': { data: TENANTS },
    'PUT /api/competency-mapping/': put,
    [`PUT /api/competency-mapping/${hashOf(2)}/lock`]: { locked: true },
    [`PUT /api/competency-mapping/${hashOf(1)}/lock`]: fakeError(404, { error: 'Gone.', code: 'not_found' }),
  });
  const { page } = await renderPage('/tools/mapper', MappingListPage, '/tools/mapper');
  await waitFor(() => {
    screen.getByRole('button', { name: 'Create mapping' });
    expect(page.querySelector('[aria-busy="true"]')).toBeNull();
  });
  const sent = () => arrived.filter(({ call }) => call.startsWith('PUT'));
  const names = () => [...page.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
  return { page, arrived, sent, names };
}

const dialog = () => screen.findByRole('dialog');
const field = (label: string) => screen.getByRole<HTMLInputElement>('combobox', { name: label });

async function choose(label: string, name: string): Promise<void> {
  await userEvent.type(field(label), name);
  await userEvent.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(field(label).value).toBe(name));
}

async function create(from: string, to: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Create mapping' }));
  await dialog();
  await choose('From', from);
  await choose('To', to);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
}

describe('the mappings', () => {
  it('are ten a page, the newest first [CMP-01]', async () => {
    const { page, names } = await openPage(11);
    await waitFor(() => expect(names()).toHaveLength(10));
    expect(names()[0]).toBe('Brimham 11');
    expect(page.textContent).toContain('1–10 of 11');
  });

  it('show an empty state', async () => {
    const { page } = await openPage(0);
    await waitFor(() => expect(page.textContent).toContain('No mappings yet'));
  });

  it('link to their public pages', async () => {
    await openPage(2);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Brimham 2' }).getAttribute('href')).toBe(
        `/competency-mapping/${hashOf(2)}`,
      ),
    );
  });

  it('are locked and unlocked; a failure is shown (C-042)', async () => {
    const { sent } = await openPage(2);
    await userEvent.click(await screen.findByRole('button', { name: 'Lock Brimham 2->Skelwith Leisure' }));
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('Mapping Brimham 2->Skelwith Leisure locked'));
    expect(sent()[0]?.body).toEqual({ locked: true });
    await userEvent.click(screen.getByRole('button', { name: 'Unlock Brimham 1->Skelwith Leisure' }));
    await waitFor(() => expect(toasts.at(-1)).toEqual({ text: 'Gone.', meaning: 'error' }));
    expect(sent()[1]?.body).toEqual({ locked: false });
  });
});

it('cannot be created or locked by a viewer', async () => {
  await openPage(1, {}, 'viewer');
  const names = ['Create mapping', 'Unlock Brimham 1->Skelwith Leisure'];
  const buttons = await waitFor(() => names.map((name) => screen.getByRole('button', { name })));
  await waitFor(() => expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true']));
  await userEvent.hover(screen.getByRole('button', { name: 'Create mapping' }));
  await screen.findByText('Only an operator or an admin may create a mapping. You are a viewer.');
});

describe('the dialog', () => {
  it('creates a mapping of two tenants from the statistics call, and confirms it [CMP-02] [CMP-04] [CMP-07]', async () => {
    const { arrived, sent } = await openPage(1, {
      from: 'Brimham Active',
      to: 'Skelwith Leisure',
      hash: hashOf(9),
    });
    await create('Brimham Active', 'Skelwith Leisure');
    await waitFor(() =>
      expect(toasts).toEqual([
        { text: 'Successfully created mapping Brimham Active->Skelwith Leisure', meaning: 'success' },
      ]),
    );
    expect(mappingCreated('a', 'b')).toBe('Successfully created mapping a->b');
    expect(arrived.map(({ call }) => call)).toContain('GET /api/dashboard/stats/tenants');
    expect(sent()).toEqual([{ call: 'PUT /api/competency-mapping/', body: { from: 5, to: 6 } }]);
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  it('shows the msg of a 400 and stays open [CMP-06]', async () => {
    const refusal = {
      msg: 'Choose two different tenants.',
      error: 'Choose two different tenants.',
      code: 'bad_request',
    };
    const { sent } = await openPage(1, () => fakeError(400, refusal));
    await create('Brimham Active', 'Brimham Active');
    await waitFor(() => expect(toasts).toEqual([{ text: 'Choose two different tenants.', meaning: 'error' }]));
    expect(sent()[0]?.body).toEqual({ from: 5, to: 5 });
    expect([field('From').value, field('To').value]).toEqual(['Brimham Active', 'Brimham Active']);
  });

  it('requires both tenants', async () => {
    const { sent } = await openPage(1);
    await userEvent.click(screen.getByRole('button', { name: 'Create mapping' }));
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Create' }));
    await screen.findAllByText('Choose a tenant.');
    expect(sent()).toEqual([]);
  });
});
