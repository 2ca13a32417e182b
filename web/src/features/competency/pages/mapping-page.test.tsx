import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { credentials } from '../../../lib/api/api.ts';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { MappingPage } from './mapping-page.tsx';

const toasts = collectToasts();
const HASH = 'ab'.repeat(32);
const READ = `GET /api/competency-mapping/${HASH}`;
const SAVE = `PATCH /api/competency-mapping/${HASH}`;
const entry = (id: number, name: string) => ({ id, name });
const answerWith = (more: object = {}) => ({
  mapping: {
    hash: HASH,
    from: { id: 5, tenant_name: 'Brimham Active' },
    to: { id: 6, tenant_name: 'Skelwith Leisure' },
    locked: false,
    from_structure: {
      levels: [entry(1, 'Stage 1'), entry(2, 'Stage 2')],
      groups: [entry(7, 'Breathing')],
      competencies: [],
    },
    map: { levels: { 2: 11 }, groups: {}, competencies: {} },
    ...more,
  },
  selects: {
    levels: [entry(11, 'Level A'), entry(12, 'Level B')],
    groups: [entry(17, 'Breath')],
    competencies: [],
  },
});

async function openPage(read: FakeResponse | ((body: unknown) => FakeResponse), save: FakeResponse = { map: {} }) {
  const arrived = startFakeServer({ [READ]: read, [SAVE]: save });
  // Nobody is signed in.
  credentials.clear();
  const { page } = await renderPage('/competency-mapping/$hash', MappingPage, `/competency-mapping/${HASH}`);
  await waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('Competency mapping'));
  const selects = () => [...page.querySelectorAll('select')];
  const chosen = () => selects().map(({ options }) => [...options].find(({ selected }) => selected)?.textContent);
  const saved = () => arrived.filter(({ call }) => call === SAVE).map(({ body }) => body);
  return { page, selects, chosen, saved };
}

describe('the page of a mapping', () => {
  it('shows the structure with a select for each entry, without a sign-in [CMP-08]', async () => {
    const { page, selects, chosen } = await openPage(answerWith());
    await waitFor(() => expect(chosen()).toEqual(['Not chosen', 'Level A', 'Not chosen']));
    expect(selects().map((select) => select.getAttribute('aria-label'))).toEqual([
      'Stage 1 at Skelwith Leisure',
      'Stage 2 at Skelwith Leisure',
      'Breathing at Skelwith Leisure',
    ]);
    expect([...(selects()[0]?.options ?? [])].map((option) => option.textContent)).toEqual([
      'Not chosen',
      'Level A',
      'Level B',
    ]);
    expect(page.textContent).toContain('1 of 2 chosen');
    expect(page.textContent).toContain('No competencies');
    expect(page.textContent).toContain('From Brimham Active');
  });

  it('saves each choice immediately, and its removal (C-042)', async () => {
    const { page, selects, chosen, saved } = await openPage(answerWith());
    await waitFor(() => expect(selects()).toHaveLength(3));
    await userEvent.selectOptions(selects()[0] ?? document.body, '12');
    await waitFor(() => expect(chosen()[0]).toBe('Level B'));
    await waitFor(() => expect(saved()).toEqual([{ kind: 'levels', id: 1, choice: 12 }]));
    await waitFor(() => expect(page.textContent).toContain('All choices are saved'));
    expect(page.textContent).toContain('2 of 2 chosen');
    await userEvent.selectOptions(selects()[1] ?? document.body, '');
    await waitFor(() => expect(saved().at(-1)).toEqual({ kind: 'levels', id: 2, choice: null }));
    await waitFor(() => expect(chosen()).toEqual(['Level B', 'Not chosen', 'Not chosen']));
  });

  it('shows why a choice was not saved, and reloads the mapping', async () => {
    let locked = false;
    const refusal = fakeError(409, { error: ['This mapping is locked.'], code: 'conflict' });
    const { page, selects } = await openPage(() => answerWith({ locked }), refusal);
    await waitFor(() => expect(selects()).toHaveLength(3));
    locked = true;
    await userEvent.selectOptions(selects()[0] ?? document.body, '12');
    await waitFor(() => expect(toasts).toEqual([{ text: 'This mapping is locked.', meaning: 'error' }]));
    expect(vi.mocked(toast.error).mock.lastCall?.[1]?.detail).toContain('Not saved: Stage 1, Level B.');
    await waitFor(() => expect(selects()).toEqual([]));
    expect([...page.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
      'Stage 1Not chosen',
      'Stage 2Level A',
      'BreathingNot chosen',
    ]);
    expect(page.textContent).toContain('This mapping is locked.');
  });

  it('reports an unknown hash', async () => {
    const { page } = await openPage(fakeError(404, { error: 'There is none.', code: 'not_found' }));
    await waitFor(() => expect(page.textContent).toContain('There is no such mapping'));
  });

  it('offers a retry after a failed read', async () => {
    const { page } = await openPage(fakeError(500, { error: 'The database is full.', code: 'internal' }));
    await waitFor(() => expect(page.textContent).toContain('The database is full.'));
    expect(page.textContent).toContain('Retry');
  });
});
