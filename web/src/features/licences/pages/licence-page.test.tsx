import { LICENCE_IMPORTED, LICENCE_NOT_IMPORTED } from '@mission-control/contract/licences/rules';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeError, startFakeServer, type FakeAnswer } from '../../../lib/testing/fake-server.ts';
import { click, control, eventually, renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/told.ts';
import { LicencePage } from './licence-page.tsx';

const told = collectToasts();
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

async function openPage(decode: FakeAnswer = VALID, encode: FakeAnswer | ((body: unknown) => FakeAnswer) = {}) {
  const arrived = startFakeServer({
    'GET /api/licence/keys': { keys: [{ id: '00112233445566aa', public_key: 'PEM', signs: true }] },
    'POST /api/licence/decode': decode,
    'POST /api/licence/encode': encode,
  });
  const { page } = await renderPage('/tools/licence', LicencePage, '/tools/licence');
  await eventually(() => control(page, 'Add entry'));
  const rows = () =>
    [...page.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent),
    );
  return { page, rows, arrived };
}

function upload(page: HTMLElement, file = new File(['x'], 'brimham.lic')): void {
  const input = page.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no file input.');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  // The browser empties the choice; here that would end the test's own one.
  Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const dialog = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]');
  if (!found) throw new Error('No dialog is open.');
  return found;
};

function type(label: string, text: string): void {
  const labels = [...dialog().querySelectorAll('label')];
  const id = labels.find((one) => one.textContent === label)?.htmlFor ?? '';
  const field = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function add(page: HTMLElement, name: string, value: string): Promise<void> {
  click(control(page, 'Add entry'));
  await eventually(() => expect(dialog().textContent).toContain('Add an entry'));
  type('Name', name);
  type('Value', value);
  await eventually(() => click(control(dialog(), 'Add')));
}

describe('the licence tool', () => {
  it('adds, edits and deletes entries of a table of names and values [LIC-01] [LIC-02] [LIC-03] [LIC-04]', async () => {
    const { page, rows } = await openPage();
    expect(page.textContent).toContain('No entries.');
    expect(control(page, 'Export').getAttribute('aria-disabled')).toBe('true');
    await add(page, 'client', 'Brimham');
    await eventually(() => expect(rows()).toEqual([['client', 'Brimham']]));
    expect([...page.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['Name', 'Value', 'Actions']);
    await eventually(() => click(control(page, 'Edit client')));
    await eventually(() => type('Value', 'Skelwith'));
    await eventually(() => click(control(dialog(), 'Apply')));
    await eventually(() => expect(rows()).toEqual([['client', 'Skelwith']]));
    click(control(page, 'Delete client'));
    await eventually(() => click(control(dialog(), 'Delete')));
    await eventually(() => expect(page.textContent).toContain('No entries.'));
  });

  it('rejects a duplicate name and an empty one', async () => {
    const { page, rows } = await openPage();
    upload(page);
    await eventually(() => expect(rows()).toHaveLength(2));
    await add(page, 'client', 'x');
    await eventually(() => expect(dialog().textContent).toContain('There is an entry of this name already.'));
    type('Name', ' ');
    await eventually(() => expect(dialog().textContent).toContain('Enter a name.'));
    expect(rows()).toHaveLength(2);
  });

  it('shows the entries of a valid file and confirms the import [LIC-05] [LIC-07]', async () => {
    const { page, rows } = await openPage();
    upload(page);
    await eventually(() => expect(told).toEqual([{ text: LICENCE_IMPORTED, meaning: 'success' }]));
    expect(LICENCE_IMPORTED).toBe('Licence imported');
    await eventually(() =>
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
      { valid: false, licence: {}, order: [], reason: 'The file is no licence of Mission Control.' },
    ],
    ['a failed call', fakeError(500, { error: 'The database does not answer.', code: 'internal' })],
  ])('reports that %s was not imported, and keeps the entries [LIC-08]', async (_name, answer) => {
    const { page, rows } = await openPage(answer);
    await add(page, 'client', 'Brimham');
    await eventually(() => expect(rows()).toHaveLength(1));
    upload(page);
    await eventually(() => click(control(dialog(), 'Upload')));
    await eventually(() => expect(told).toEqual([{ text: LICENCE_NOT_IMPORTED, meaning: 'error' }]));
    expect(LICENCE_NOT_IMPORTED).toBe('Licence failed to import');
    expect(rows()).toEqual([['client', 'Brimham']]);
  });

  it('does not send a file that is too large [LIC-08]', async () => {
    const { page, arrived } = await openPage();
    upload(page, new File([new Uint8Array(2_097_153)], 'huge'));
    await eventually(() => expect(told).toEqual([{ text: LICENCE_NOT_IMPORTED, meaning: 'error' }]));
    expect(arrived.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('exports the entries to a file with the typed name [LIC-06]', async () => {
    const { page, rows, arrived } = await openPage(VALID, { binary: 'eA==', filename: 'new name.lic' });
    upload(page);
    await eventually(() => expect(rows()).toHaveLength(2));
    click(control(page, 'Export'));
    await eventually(() => type('File name', '../x'));
    await eventually(() => click(control(dialog(), 'Export')));
    await eventually(() => expect(dialog().textContent).toContain('The file name may hold letters'));
    type('File name', 'new name.lic');
    await eventually(() => expect(dialog().textContent).not.toContain('The file name may hold letters'));
    click(control(dialog(), 'Export'));
    await eventually(() => expect(saved).toEqual(['new name.lic']));
    expect(arrived.findLast(({ call }) => call === 'POST /api/licence/encode')?.body).toEqual({
      licence: LICENCE,
      order: ['client', 'centres'],
      filename: 'new name.lic',
    });
  });

  it('keeps the entries and the name when the export fails, and can retry', async () => {
    let fails = true;
    const { page, rows } = await openPage(VALID, () =>
      fails
        ? fakeError(503, { error: 'The database does not answer.', code: 'unavailable' })
        : { binary: 'eA==', filename: 'brimham.lic' },
    );
    await add(page, 'client', 'Brimham');
    await eventually(() => expect(rows()).toHaveLength(1));
    expect(page.textContent).toContain('Not exported yet');
    click(control(page, 'Export'));
    await eventually(() => type('File name', 'brimham.lic'));
    await eventually(() => click(control(dialog(), 'Export')));
    await eventually(() => expect(told).toEqual([{ text: 'The database does not answer.', meaning: 'error' }]));
    expect([saved, rows()]).toEqual([[], [['client', 'Brimham']]]);
    fails = false;
    await eventually(() => click(control(dialog(), 'Export')));
    await eventually(() => expect(saved).toEqual(['brimham.lic']));
    await eventually(() => expect(page.textContent).not.toContain('Not exported yet'));
  });
});
