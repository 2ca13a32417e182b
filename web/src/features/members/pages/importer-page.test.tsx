import { COLUMN_NOTES, IMPORTABLE_COLUMNS } from '@mission-control/contract/members/columns';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { chooseFile, renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { sendWithProgress, type RawAnswer } from '../send-with-progress.ts';
import type { SheetQuestion, SheetReply } from '../sheet/sheet-messages.ts';
import { createSheetStore } from '../sheet/sheet-store.ts';
import { ImporterPage } from './importer-page.tsx';

vi.mock('../send-with-progress.ts');

/** Runs the worker in the thread of the test. */
class FakeWorker {
  onmessage: ((event: MessageEvent<SheetReply>) => void) | null = null;
  private readonly store = createSheetStore();

  postMessage({ id, name, ask }: SheetQuestion): void {
    void this.store[name](ask as never).then(
      (answer) => this.onmessage?.({ data: { id, answer } } as MessageEvent<SheetReply>),
      (error: unknown) => this.onmessage?.({ data: { id, fault: String(error) } } as MessageEvent<SheetReply>),
    );
  }

  terminate(): void {
    this.onmessage = null;
  }
}

/** The server's reading of a spreadsheet of three members. */
const SHEET = {
  valid: true,
  header: ['Forename', 'Surname', 'Shoe size'],
  members: [
    ['Amelia', 'Hart', '37'],
    ['Noah', "O'Brien", '44'],
    ['Zoë', 'Ng', '39'],
  ],
  output: 'brimham.sql',
  error: '',
  suggested: ['First Name', 'Last Name', ''],
  count: 3,
  header_row: 1,
};
const VALIDATED = { valid: true, sql: 'INSERT', warnings: [], errors: [], cells: [], count: 3 };

type Answered = object | (() => Promise<object>);

/** Opens the page; returns the requests and saved files. */
async function openImporter(answers: { importer?: Answered; validate?: Answered } = {}) {
  vi.stubGlobal('Worker', FakeWorker);
  startFakeServer({ 'GET /api/member/columns': { columns: IMPORTABLE_COLUMNS, notes: COLUMN_NOTES } });
  const arrived: { path: string; file: unknown; json: unknown }[] = [];
  vi.mocked(sendWithProgress).mockImplementation(async (path, body, _token, { onSent }): Promise<RawAnswer> => {
    const form = body instanceof FormData;
    arrived.push({ path, file: form ? body.get('file') : null, json: form ? null : JSON.parse(await body.text()) });
    onSent?.(10, 10);
    const found = (path.endsWith('importer') ? answers.importer : answers.validate) ?? SHEET;
    const answer = typeof found === 'function' ? await (found as () => Promise<object>)() : found;
    const status = 'code' in answer ? 500 : 200;
    return { status, body: new Blob([JSON.stringify(answer)]), requestId: '7f3a-91c2' };
  });
  const saved: { name: string; text: Promise<string> }[] = [];
  let blob = new Blob();
  URL.createObjectURL = (given) => {
    blob = given as Blob;
    return 'blob:sql';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download !== '') saved.push({ name: this.download, text: blob.text() });
  });
  const opened = await renderPage('/tools/importer', ImporterPage, '/tools/importer');
  await screen.findByRole('button', { name: 'Choose a file' });
  const upload = (file = new File(['x'], 'Brimham.xlsx')) => chooseFile(opened.user, 'Spreadsheet file', file);
  const map = (column: number, field: string) => opened.user.selectOptions(choices()[column] as HTMLElement, field);
  return { ...opened, arrived, saved, upload, map };
}

/** The selects in the heads of the columns. */
const choices = (): HTMLSelectElement[] => screen.getAllByRole('combobox');

const toasts = collectToasts();
const texts = (page: HTMLElement) =>
  [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
const has = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll('button')].some((button) => button.textContent === name);

type Answers = Parameters<typeof openImporter>[0];

async function openAcquired(answers: Answers = {}) {
  const opened = await openImporter(answers);
  await opened.upload();
  await waitFor(() => expect(texts(opened.page)).toEqual(SHEET.members));
  return opened;
}

async function openValidated(answers: Answers = { validate: VALIDATED }) {
  const opened = await openAcquired(answers);
  await opened.user.click(screen.getByRole('button', { name: 'Validate' }));
  await screen.findByRole('button', { name: 'Download SQL' });
  return opened;
}

/** A response that is sent when released. */
function held(answer: object) {
  const { promise, resolve } = Promise.withResolvers<object>();
  return { answer: () => promise, letGo: () => resolve(answer) };
}

describe('before a spreadsheet was acquired', () => {
  it('lists the importable fields, which close and open [IMP-02]', async () => {
    const { user, page } = await openImporter();
    const toggle = () => page.querySelector('button[aria-expanded]');
    const list = () => page.querySelector<HTMLElement>(`#${CSS.escape(toggle()?.getAttribute('aria-controls') ?? '')}`);
    await waitFor(() => expect(list()?.querySelectorAll('dt')).toHaveLength(24));
    expect(list()?.textContent).toContain('Added before the medical details');
    expect(list()?.hidden).toBe(false);
    await user.click(toggle() ?? page);
    await waitFor(() => expect([toggle()?.getAttribute('aria-expanded'), list()?.hidden]).toEqual(['false', true]));
  });

  it('has nothing to validate or to download [IMP-09]', async () => {
    const { page } = await openImporter();
    expect(['Validate', 'Download SQL', 'Reset'].filter((name) => has(page, name))).toEqual([]);
  });

  it('sends the file and shows the number of members [IMP-01] [IMP-24]', async () => {
    const { answer, letGo } = held(SHEET);
    const { page, arrived, upload } = await openImporter({ importer: answer });
    await upload();
    await waitFor(() => expect(page.textContent).toContain('Reading…'));
    letGo();
    await waitFor(() => expect(toasts).toEqual([{ text: '3 members imported', meaning: 'success' }]));
    expect(arrived.map(({ path }) => path)).toEqual(['/api/member/importer']);
    expect(arrived[0]?.file).toBeInstanceOf(File);
  });

  it('spells out invisible characters in the name of a file', async () => {
    const { page, upload } = await openImporter();
    await upload(new File(['x'], 'members\u202Exslx.xlsx'));
    await waitFor(() => expect(page.textContent).toContain('members\\u{202E}xslx.xlsx'));
  });

  it.each([
    ['a file that is no spreadsheet', { ...SHEET, valid: false, members: [], error: 'This is a picture.' }],
    ['a failed call', { error: 'This is a picture.', code: 'internal' }],
  ])('says why %s was not read, and stays at the start [IMP-23]', async (_name, importer) => {
    const { upload } = await openImporter({ importer });
    await upload(new File(['x'], 'cat.png'));
    await waitFor(() => expect(toasts).toEqual([{ text: 'Error: This is a picture.', meaning: 'error' }]));
    await screen.findByRole('button', { name: 'Choose a file' });
  });

  it('does not send a file that is too large [IMP-23]', async () => {
    const { arrived, upload } = await openImporter();
    const file = new File(['x'], 'huge.csv');
    Object.defineProperty(file, 'size', { value: 26_214_401 });
    await upload(file);
    await waitFor(() =>
      expect(toasts.map(({ text }) => text)).toEqual([expect.stringMatching(/^Error: The file has/)]),
    );
    expect(arrived).toEqual([]);
  });
});

describe('an acquired spreadsheet', () => {
  it('shows its members under a choice for each column, with the suggested one chosen [IMP-03] [IMP-04] [IMP-09]', async () => {
    const { page } = await openAcquired();
    expect(texts(page)).toEqual(SHEET.members);
    expect(choices().map(({ value }) => value)).toEqual(['First Name', 'Last Name', 'Ignore']);
    expect([...page.querySelectorAll('tbody th')].map((head) => head.textContent)).toEqual(['2', '3', '4']);
    expect(['Validate', 'Reset', 'Download SQL'].map((name) => has(page, name))).toEqual([true, true, false]);
  });

  it('detects the columns when the server suggests none [IMP-03]', async () => {
    const { valid, header, members, output, error } = SHEET;
    await openAcquired({ importer: { valid, header, members, output, error } });
    expect(choices().map(({ value }) => value)).toEqual(['First Name', 'Last Name', 'Ignore']);
  });

  it('reports a column chosen twice without asking the server [IMP-10] [IMP-14]', async () => {
    const { user, page, arrived, map } = await openAcquired({ validate: VALIDATED });
    await map(2, 'First Name');
    await waitFor(() => expect(page.querySelectorAll('thead [role="alert"]')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Validate' }));
    await waitFor(() => expect(toasts.at(-1)).toEqual({ text: 'Duplicate column: First Name', meaning: 'error' }));
    expect([has(page, 'Download SQL'), arrived.length]).toEqual([false, 1]);
    await map(2, 'Email Address');
    await waitFor(() => expect(page.textContent).not.toContain('Duplicate column'));
  });

  it('sends the chosen columns without the ignored ones, and the dialect [IMP-03] [IMP-10]', async () => {
    const { user, arrived, map } = await openAcquired({ validate: VALIDATED });
    await user.click(screen.getByRole('button', { name: 'PostgreSQL' }));
    await map(1, 'Ignore');
    await map(2, 'Notes');
    await waitFor(() => expect(choices()[2]?.value).toBe('Notes'));
    await user.click(screen.getByRole('button', { name: 'Validate' }));
    await screen.findByRole('button', { name: 'Download SQL' });
    expect(arrived[1]?.json).toEqual({
      headers: ['First Name', 'Ignore', 'Notes'],
      members: [
        ['Amelia', '', '37'],
        ['Noah', '', '44'],
        ['Zoë', '', '39'],
      ],
      dialect: 'postgres',
      header_row: 1,
    });
  });

  it('shows each error and each warning, and marks the cells [IMP-25]', async () => {
    const errors = Array.from({ length: 9 }, (_, row) => `Row ${row + 2}: wrong`);
    const cells = [
      { level: 'error', row: 1, column: 2, message: 'Wrong.' },
      { level: 'warning', row: 2, column: 0, message: 'Odd.' },
    ];
    const { user, page } = await openAcquired({
      validate: { valid: false, sql: '', errors, warnings: ['Odd'], cells },
    });
    toasts.length = 0;
    await user.click(screen.getByRole('button', { name: 'Validate' }));
    await waitFor(() => expect(toasts).toHaveLength(10));
    expect(toasts.map(({ text, meaning }) => `${meaning} ${text}`)).toEqual([
      ...errors.map((text) => `error ${text}`),
      'warning Odd',
    ]);
    const marked = [...page.querySelectorAll('td[data-level]')];
    expect(
      marked.map((cell) => [
        cell.getAttribute('data-level'),
        cell.querySelector('[role="img"]')?.getAttribute('aria-label'),
      ]),
    ).toEqual([
      ['error', 'Wrong.'],
      ['warning', 'Odd.'],
    ]);
    const list = page.querySelector('[aria-label="Findings"]');
    expect(list?.textContent).toContain('9 errors, 1 warning');
    expect([...(list?.querySelectorAll('li') ?? [])].map((line) => line.title)).toContain('Row 10: wrong');
    expect(has(page, 'Download SQL')).toBe(false);
  });

  it('names only the fault of a cell without text', async () => {
    const cells = [{ level: 'error', row: 0, column: 2, message: 'Missing.' }];
    const { user, page, upload } = await openImporter({
      importer: { ...SHEET, members: [['Amelia', 'Hart']], count: 1 },
      validate: { valid: false, sql: '', errors: ['Wrong'], warnings: [], cells },
    });
    await upload();
    await user.click(await screen.findByRole('button', { name: 'Validate' }));
    await waitFor(() => expect(page.querySelector('td[data-level]')?.getAttribute('title')).toBe('Missing.'));
  });

  it('asks before its SQL is lost with the page', async () => {
    const { router } = await openAcquired();
    const asks = () => document.querySelector('[role="alertdialog"]')?.textContent ?? '';
    void router.navigate({ to: '/tools' } as never);
    await waitFor(() => expect(asks()).toContain('you have unsaved changes!'));
    expect(asks()).toContain('The SQL of Brimham.xlsx was not downloaded.');
  });
});

describe('validated members', () => {
  it('are downloaded under the name in the response [IMP-08] [IMP-11]', async () => {
    const { user, saved } = await openValidated();
    await user.click(screen.getByRole('button', { name: 'Download SQL' }));
    expect(saved.map(({ name }) => name)).toEqual(['brimham.sql']);
    expect(await saved[0]?.text).toBe('INSERT');
  });

  it.each<[string, (opened: Awaited<ReturnType<typeof openImporter>>) => Promise<void>]>([
    ['a column is mapped to another field', ({ map }) => map(2, 'Notes')],
    ['another dialect is chosen', ({ user }) => user.click(screen.getByRole('button', { name: 'PostgreSQL' }))],
  ])('are not validated any more when %s [IMP-10]', async (_name, change) => {
    const opened = await openValidated();
    const { page } = opened;
    await change(opened);
    await waitFor(() => expect(page.textContent).toContain('Not validated'));
    expect(has(page, 'Download SQL')).toBe(false);
  });

  it.each([
    ['fails', { error: 'The database does not respond.', code: 'internal' }],
    ['finds errors', { valid: false, sql: '', errors: ['The database does not respond.'], warnings: [] }],
  ])('are not validated any more when the server %s [IMP-12]', async (_name, second) => {
    let answers = 0;
    const validate = () => Promise.resolve((answers += 1) === 1 ? VALIDATED : second);
    const { user, page } = await openValidated({ validate });
    await user.click(screen.getByRole('button', { name: 'Validate' }));
    await waitFor(() => expect(toasts.at(-1)).toEqual({ text: 'The database does not respond.', meaning: 'error' }));
    await waitFor(() => expect(has(page, 'Download SQL')).toBe(false));
  });

  it('are forgotten by Reset, which returns to the start [IMP-13]', async () => {
    const { user, page, upload } = await openValidated();
    await user.click(screen.getByRole('button', { name: 'PostgreSQL' }));
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await screen.findByRole('button', { name: 'Choose a file' });
    expect(page.querySelector('table')).toBeNull();
    await upload();
    await waitFor(() => expect(texts(page)).toEqual(SHEET.members));
    expect(screen.getByRole('button', { name: 'MariaDB' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('are not those of a response that arrives after a change [IMP-10]', async () => {
    const { answer, letGo } = held(VALIDATED);
    const { page, user, map } = await openAcquired({ validate: answer });
    await user.click(screen.getByRole('button', { name: 'Validate' }));
    await waitFor(() => expect(page.textContent).toContain('Checking the members and writing the SQL…'));
    await map(2, 'Notes');
    await waitFor(() => expect(page.textContent).toContain('Not validated'));
    letGo();
    await user.click(screen.getByRole('button', { name: 'Validate' }));
    // The second validation has the same response; the first one was ignored.
    await screen.findByRole('button', { name: 'Download SQL' });
  });
});
