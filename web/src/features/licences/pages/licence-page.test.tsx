import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { LICENCE_IMPORTED, LICENCE_NOT_IMPORTED } from '@mission-control/contract/licences/rules';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeError, fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { readLicence } from '../state/use-licence.ts';
import { LicencePage } from './licence-page.tsx';

const toasts = collectToasts();
const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => 'blob:licence';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const LICENCE = { client: 'Brimham Active', centres: 12 };
const VALID = { valid: true, licence: LICENCE, order: ['client', 'centres'], reason: '' };

async function openPage(
  decode: FakeResponse = VALID,
  encode: FakeResponse | ((body: unknown) => FakeResponse) = {},
  role = 'release-manager',
  more: Record<string, FakeResponse> = {},
) {
  const arrived = startFakeServer({
    'GET /api/console': { user: 'Amelia Hart', role, sandbox: false },
    'GET /api/licence/keys': { keys: [{ id: '00112233445566aa', public_key: 'PEM', signs: true }] },
    'POST /api/licence/decode': decode,
    'POST /api/licence/encode': encode,
    ...more,
  });
  const { page } = await renderPage('/tools/licence', LicencePage, '/tools/licence');
  await screen.findByRole('button', { name: 'Add entry' });
  const rows = () =>
    [...page.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent),
    );
  return { page, rows, arrived };
}

const upload = (file = new File(['x'], 'brimham.lic')) =>
  userEvent.upload(screen.getByLabelText<HTMLInputElement>('Licence file'), file);

/** The open dialog. */
const dialog = () => waitFor(() => screen.queryByRole('dialog') ?? screen.getByRole('alertdialog'));

async function type(label: string, text: string): Promise<void> {
  const field = within(await dialog()).getByLabelText(label);
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}

/** Clicks a button of the open dialog. */
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));

async function add(name: string, value: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Add entry' }));
  await screen.findByRole('dialog', { name: 'Add entry' });
  await type('Name', name);
  await type('Value', value);
  await press('Add');
}

describe('the licence tool', () => {
  it('adds, edits and deletes entries of a table of names and values [LIC-01] [LIC-02] [LIC-03] [LIC-04]', async () => {
    const { page, rows } = await openPage();
    expect(page.textContent).toContain('No entries');
    expect(screen.getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true');
    await add('client', 'Brimham');
    await waitFor(() => expect(rows()).toEqual([['client', 'Brimham']]));
    expect([...page.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['Name', 'Value', 'Actions']);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit client' }));
    await type('Value', 'Skelwith');
    await press('Apply');
    await waitFor(() => expect(rows()).toEqual([['client', 'Skelwith']]));
    await userEvent.click(screen.getByRole('button', { name: 'Delete client' }));
    await press('Delete');
    await waitFor(() => expect(page.textContent).toContain('No entries'));
  });

  it('rejects a duplicate name and an empty one', async () => {
    const { rows } = await openPage();
    await upload();
    await waitFor(() => expect(rows()).toHaveLength(2));
    await add('client', 'x');
    await screen.findByText('There is an entry of this name already.', { exact: false });
    await type('Name', ' ');
    await screen.findByText('Enter a name.', { exact: false });
    expect(rows()).toHaveLength(2);
  });

  it('shows the entries of a valid file and confirms the import [LIC-05] [LIC-07]', async () => {
    const { page, rows } = await openPage();
    await upload();
    await waitFor(() => expect(toasts).toEqual([{ text: LICENCE_IMPORTED, meaning: 'success' }]));
    expect(LICENCE_IMPORTED).toBe('Licence imported');
    await waitFor(() =>
      expect(rows()).toEqual([
        ['client', 'Brimham Active'],
        ['centres', '12'],
      ]),
    );
    expect(page.textContent).toContain('brimham.lic');
  });

  it.each([
    [
      'a file that is no licence',
      { valid: false, licence: {}, order: [], reason: 'The file is not a Mission Control licence.' },
    ],
    ['a failed call', fakeFailure()],
  ])('reports that %s was not imported, and keeps the entries [LIC-08]', async (_name, answer) => {
    const { rows } = await openPage(answer);
    await add('client', 'Brimham');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await upload();
    await press('Upload');
    await waitFor(() => expect(toasts).toEqual([{ text: LICENCE_NOT_IMPORTED, meaning: 'error' }]));
    expect(LICENCE_NOT_IMPORTED).toBe('Licence failed to import');
    expect(rows()).toEqual([['client', 'Brimham']]);
  });

  it('does not send a file that is too large [LIC-08]', async () => {
    const { arrived } = await openPage();
    await upload(new File([new Uint8Array(2_097_153)], 'huge'));
    await waitFor(() => expect(toasts).toEqual([{ text: LICENCE_NOT_IMPORTED, meaning: 'error' }]));
    expect(arrived.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('exports the entries to a file with the typed name [LIC-06]', async () => {
    const { rows, arrived } = await openPage(VALID, { binary: 'eA==', filename: 'new name.lic' });
    await upload();
    await waitFor(() => expect(rows()).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await type('File name', '../x');
    await press('Export');
    await screen.findByText('The file name may contain letters', { exact: false });
    await type('File name', 'new name.lic');
    await waitFor(() => expect(screen.queryByText('The file name may contain letters', { exact: false })).toBeNull());
    await press('Export');
    await waitFor(() => expect(saved).toEqual(['new name.lic']));
    expect(arrived.findLast(({ call }) => call === 'POST /api/licence/encode')?.body).toEqual({
      licence: LICENCE,
      order: ['client', 'centres'],
      filename: 'new name.lic',
    });
  });

  it('can be read but not exported by an operator', async () => {
    await openPage(VALID, {}, 'operator');
    await add('client', 'Brimham');
    const button = screen.getByRole('button', { name: 'Export' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await userEvent.hover(button);
    await screen.findByText('Only a release manager or an admin may export a licence. You are an operator.');
  });

  it('keeps the entries and the name when the export fails, and can retry', async () => {
    let fails = true;
    const { page, rows } = await openPage(VALID, () =>
      fails
        ? fakeError(503, { error: 'The database does not respond.', code: 'unavailable' })
        : { binary: 'eA==', filename: 'brimham.lic' },
    );
    await add('client', 'Brimham');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(page.textContent).toContain('Not exported yet');
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await type('File name', 'brimham.lic');
    await press('Export');
    await waitFor(() => expect(toasts).toEqual([{ text: 'The database does not respond.', meaning: 'error' }]));
    expect([saved, rows()]).toEqual([[], [['client', 'Brimham']]]);
    fails = false;
    await press('Export');
    await waitFor(() => expect(saved).toEqual(['brimham.lic']));
    await waitFor(() => expect(page.textContent).not.toContain('Not exported yet'));
  });

  it('come back as a draft with their file name, until they are exported', async () => {
    const kept = { filename: 'brimham.lic', entries: [{ name: 'centres', value: 12 }] };
    const draft = {
      value: JSON.stringify(kept),
      version: 1,
      saved_at: '2026-03-01T10:00:00.000Z',
      base: '',
      writer: 'x',
    };
    const { rows, page } = await openPage(VALID, {}, 'release-manager', {
      'GET /api/draft/licence%3Anew': { person: 1, draft },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(rows()).toEqual([['centres', '12']]);
    expect(page.textContent).toContain('brimham.lic');
    expect(page.textContent).toContain('Not exported yet');
  });

  it('ignore a draft that holds no entries', () => {
    expect(readLicence({ filename: 'a', entries: [{ name: 'x', value: null }] })).toBeNull();
    expect(readLicence(null)).toBeNull();
  });
});
