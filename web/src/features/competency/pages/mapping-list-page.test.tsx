import { mappingCreated } from '@mission-control/contract/competency/rules';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeAnswer } from '../../../lib/testing/fake-server.ts';
import { click, control, eventually, renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/told.ts';
import { MappingListPage } from './mapping-list-page.tsx';

const told = collectToasts();
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

async function openPage(count: number, put: FakeAnswer | ((body: unknown) => FakeAnswer) = {}) {
  const arrived = startFakeServer({
    'GET /api/competency-mapping': {
      mappings: Array.from({ length: count }, (_, at) => mappingAt(at + 1)).toReversed(),
    },
    'GET /api/dashboard/stats/tenants': { data: TENANTS },
    'PUT /api/competency-mapping/': put,
    [`PUT /api/competency-mapping/${hashOf(2)}/lock`]: { locked: true },
    [`PUT /api/competency-mapping/${hashOf(1)}/lock`]: fakeError(404, { error: 'Gone.', code: 'not_found' }),
  });
  const { page } = await renderPage('/tools/mapper', MappingListPage, '/tools/mapper');
  await eventually(() => {
    control(page, 'Create mapping');
    expect(page.querySelector('[aria-busy="true"]')).toBeNull();
  });
  const sent = () => arrived.filter(({ call }) => call.startsWith('PUT'));
  const names = () => [...page.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
  return { page, arrived, sent, names };
}

const dialog = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role="dialog"]');
  if (!found) throw new Error('No dialog is open.');
  return found;
};
const fields = () => [...dialog().querySelectorAll<HTMLInputElement>('[role="combobox"]')];

async function choose(at: number, name: string): Promise<void> {
  const field = fields()[at];
  if (!field) throw new Error('There is no such field.');
  const user = userEvent.setup();
  await user.type(field, name);
  await user.click(await screen.findByRole('option', { name }));
  await eventually(() => expect(fields()[at]?.value).toBe(name));
}

async function create(page: HTMLElement, from: string, to: string): Promise<void> {
  click(control(page, 'Create mapping'));
  await eventually(() => expect(fields()).toHaveLength(2));
  await choose(0, from);
  await choose(1, to);
  click(control(dialog(), 'Create'));
}

describe('the mappings', () => {
  it('are ten a page, the newest first [CMP-01]', async () => {
    const { page, names } = await openPage(11);
    await eventually(() => expect(names()).toHaveLength(10));
    expect(names()[0]).toBe('Brimham 11');
    expect(page.textContent).toContain('1–10 of 11');
  });

  it('show an empty state', async () => {
    const { page } = await openPage(0);
    await eventually(() => expect(page.textContent).toContain('No mappings yet.'));
  });

  it('link to their public pages', async () => {
    const { page } = await openPage(2);
    await eventually(() =>
      expect(control(page, 'Brimham 2').getAttribute('href')).toBe(`/competency-mapping/${hashOf(2)}`),
    );
  });

  it('are locked and unlocked; a failure is shown (C-042)', async () => {
    const { page, sent } = await openPage(2);
    await eventually(() => click(control(page, 'Lock Brimham 2->Skelwith Leisure')));
    await eventually(() => expect(told.at(-1)?.text).toBe('Locked mapping Brimham 2->Skelwith Leisure'));
    expect(sent()[0]?.body).toEqual({ locked: true });
    click(control(page, 'Unlock Brimham 1->Skelwith Leisure'));
    await eventually(() => expect(told.at(-1)).toEqual({ text: 'Gone.', meaning: 'error' }));
    expect(sent()[1]?.body).toEqual({ locked: false });
  });
});

describe('the dialog', () => {
  it('creates a mapping of two tenants from the statistics call, and confirms it [CMP-02] [CMP-04] [CMP-07]', async () => {
    const { page, arrived, sent } = await openPage(1, {
      from: 'Brimham Active',
      to: 'Skelwith Leisure',
      hash: hashOf(9),
    });
    await create(page, 'Brimham Active', 'Skelwith Leisure');
    await eventually(() =>
      expect(told).toEqual([
        { text: 'Successfully created mapping Brimham Active->Skelwith Leisure', meaning: 'success' },
      ]),
    );
    expect(mappingCreated('a', 'b')).toBe('Successfully created mapping a->b');
    expect(arrived.map(({ call }) => call)).toContain('GET /api/dashboard/stats/tenants');
    expect(sent()).toEqual([{ call: 'PUT /api/competency-mapping/', body: { from: 5, to: 6 } }]);
    await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  it('shows the msg of a 400 and stays open [CMP-06]', async () => {
    const refusal = {
      msg: 'Choose two different tenants.',
      error: 'Choose two different tenants.',
      code: 'bad_request',
    };
    const { page, sent } = await openPage(1, () => fakeError(400, refusal));
    await create(page, 'Brimham Active', 'Brimham Active');
    await eventually(() => expect(told).toEqual([{ text: 'Choose two different tenants.', meaning: 'error' }]));
    expect(sent()[0]?.body).toEqual({ from: 5, to: 5 });
    expect(fields().map(({ value }) => value)).toEqual(['Brimham Active', 'Brimham Active']);
  });

  it('requires both tenants', async () => {
    const { page, sent } = await openPage(1);
    click(control(page, 'Create mapping'));
    await eventually(() => click(control(dialog(), 'Create')));
    await eventually(() => expect(dialog().textContent).toContain('Choose a tenant.'));
    expect(sent()).toEqual([]);
  });
});
