import { describe, expect, it, vi } from 'vitest';
import { click, control, eventually } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/told.ts';
import { choices, chooseFile, mapColumn, openImporter, SHEET, VALIDATED } from '../testing/importer.tsx';

vi.mock('../send-with-progress.ts');

const told = collectToasts();
const texts = (page: HTMLElement) =>
  [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
const has = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll('button')].some((button) => button.textContent === name);

type Answers = Parameters<typeof openImporter>[0];

async function openAcquired(answers: Answers = {}) {
  const opened = await openImporter(answers);
  chooseFile(opened.page);
  await eventually(() => expect(texts(opened.page)).toEqual(SHEET.members));
  return opened;
}

async function openValidated(answers: Answers = { validate: VALIDATED }) {
  const opened = await openAcquired(answers);
  click(control(opened.page, 'Validate'));
  await eventually(() => control(opened.page, 'Download SQL'));
  return opened;
}

/** An answer that comes when it is let go. */
function held(answer: object) {
  const { promise, resolve } = Promise.withResolvers<object>();
  return { answer: () => promise, letGo: () => resolve(answer) };
}

describe('before a spreadsheet was acquired', () => {
  it('lists the importable fields, which close and open [IMP-02]', async () => {
    const { page } = await openImporter();
    const toggle = () => page.querySelector('button[aria-expanded]');
    const list = () => page.querySelector<HTMLElement>(`#${CSS.escape(toggle()?.getAttribute('aria-controls') ?? '')}`);
    await eventually(() => expect(list()?.querySelectorAll('dt')).toHaveLength(24));
    expect(list()?.textContent).toContain('Goes in front of the medical details');
    expect(list()?.hidden).toBe(false);
    click(toggle() ?? page);
    await eventually(() => expect([toggle()?.getAttribute('aria-expanded'), list()?.hidden]).toEqual(['false', true]));
  });

  it('has nothing to validate or to download [IMP-09]', async () => {
    const { page } = await openImporter();
    expect(['Validate', 'Download SQL', 'Reset'].filter((name) => has(page, name))).toEqual([]);
  });

  it('sends the file, reads and says how many members came [IMP-01] [IMP-24]', async () => {
    const { answer, letGo } = held(SHEET);
    const { page, arrived } = await openImporter({ importer: answer });
    chooseFile(page);
    await eventually(() => expect(page.textContent).toContain('Reading…'));
    letGo();
    await eventually(() => expect(told).toEqual([{ text: '3 members imported', meaning: 'success' }]));
    expect(arrived.map(({ path }) => path)).toEqual(['/api/member/importer']);
    expect(arrived[0]?.file).toBeInstanceOf(File);
  });

  it.each([
    ['a file that is no spreadsheet', { ...SHEET, valid: false, members: [], error: 'This is a picture.' }],
    ['a failed call', { error: 'This is a picture.', code: 'internal' }],
  ])('says why %s was not read, and stays at the start [IMP-23]', async (_name, importer) => {
    const { page } = await openImporter({ importer });
    chooseFile(page, new File(['x'], 'cat.png'));
    await eventually(() => expect(told).toEqual([{ text: 'Error: This is a picture.', meaning: 'error' }]));
    await eventually(() => control(page, 'Choose a file'));
  });

  it('does not send what is too large [IMP-23]', async () => {
    const { page, arrived } = await openImporter();
    const file = new File(['x'], 'huge.csv');
    Object.defineProperty(file, 'size', { value: 26_214_401 });
    chooseFile(page, file);
    await eventually(() =>
      expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/^Error: The file has/)]),
    );
    expect(arrived).toEqual([]);
  });
});

describe('an acquired spreadsheet', () => {
  it('shows its members under a choice for each column, with the suggested one chosen [IMP-03] [IMP-04] [IMP-09]', async () => {
    const { page } = await openAcquired();
    expect(texts(page)).toEqual(SHEET.members);
    expect(choices(page).map(({ value }) => value)).toEqual(['First Name', 'Last Name', 'Ignore']);
    expect([...page.querySelectorAll('tbody th')].map((head) => head.textContent)).toEqual(['2', '3', '4']);
    expect(['Validate', 'Reset', 'Download SQL'].map((name) => has(page, name))).toEqual([true, true, false]);
  });

  it('finds the columns by itself where the server suggests none [IMP-03]', async () => {
    const { valid, header, members, output, error } = SHEET;
    const { page } = await openAcquired({ importer: { valid, header, members, output, error } });
    expect(choices(page).map(({ value }) => value)).toEqual(['First Name', 'Last Name', 'Ignore']);
  });

  it('tells a column that was chosen twice, and asks nobody [IMP-10] [IMP-14]', async () => {
    const { page, arrived } = await openAcquired({ validate: VALIDATED });
    mapColumn(page, 2, 'First Name');
    await eventually(() => expect(page.querySelectorAll('thead [role="alert"]')).toHaveLength(2));
    click(control(page, 'Validate'));
    await eventually(() => expect(told.at(-1)).toEqual({ text: 'Duplicate column: First Name', meaning: 'error' }));
    expect([has(page, 'Download SQL'), arrived.length]).toEqual([false, 1]);
    mapColumn(page, 2, 'Email Address');
    await eventually(() => expect(page.textContent).not.toContain('Duplicate column'));
  });

  it('sends what was chosen, without what is ignored, and the dialect [IMP-03] [IMP-10]', async () => {
    const { page, arrived } = await openAcquired({ validate: VALIDATED });
    click(control(page, 'PostgreSQL'));
    mapColumn(page, 1, 'Ignore');
    mapColumn(page, 2, 'Notes');
    await eventually(() => expect(choices(page)[2]?.value).toBe('Notes'));
    click(control(page, 'Validate'));
    await eventually(() => control(page, 'Download SQL'));
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

  it('says each error and each warning, and marks the cells [IMP-25]', async () => {
    const errors = Array.from({ length: 9 }, (_, row) => `Row ${row + 2}: wrong`);
    const cells = [
      { level: 'error', row: 1, column: 2, message: 'Wrong.' },
      { level: 'warning', row: 2, column: 0, message: 'Odd.' },
    ];
    const { page } = await openAcquired({ validate: { valid: false, sql: '', errors, warnings: ['Odd'], cells } });
    told.length = 0;
    click(control(page, 'Validate'));
    await eventually(() => expect(told).toHaveLength(10));
    expect(told.map(({ text, meaning }) => `${meaning} ${text}`)).toEqual([
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
    const list = page.querySelector('[aria-label="What was found"]');
    expect(list?.textContent).toContain('9 errors, 1 warning');
    expect([...(list?.querySelectorAll('li') ?? [])].map((line) => line.title)).toContain('Row 10: wrong');
    expect(has(page, 'Download SQL')).toBe(false);
  });

  it('asks before its SQL is lost with the page', async () => {
    const { router } = await openAcquired();
    const asks = () => document.querySelector('[role="alertdialog"]')?.textContent ?? '';
    void router.navigate({ to: '/tools' } as never);
    await eventually(() => expect(asks()).toContain('you have unsaved changes!'));
    expect(asks()).toContain('The SQL of Brimham.xlsx was not downloaded.');
  });
});

describe('validated members', () => {
  it('are downloaded under the name of the answer [IMP-08] [IMP-11]', async () => {
    const { page, saved } = await openValidated();
    click(control(page, 'Download SQL'));
    expect(saved.map(({ name }) => name)).toEqual(['brimham.sql']);
    expect(await saved[0]?.text).toBe('INSERT');
  });

  it.each<[string, (page: HTMLElement) => void]>([
    ['a column is chosen otherwise', (page) => mapColumn(page, 2, 'Notes')],
    ['another dialect is chosen', (page) => click(control(page, 'PostgreSQL'))],
  ])('are not validated any more when %s [IMP-10]', async (_name, change) => {
    const { page } = await openValidated();
    change(page);
    await eventually(() => expect(page.textContent).toContain('Not validated'));
    expect(has(page, 'Download SQL')).toBe(false);
  });

  it.each([
    ['fails', { error: 'The database does not answer.', code: 'internal' }],
    ['finds errors', { valid: false, sql: '', errors: ['The database does not answer.'], warnings: [] }],
  ])('are not validated any more when the server %s [IMP-12]', async (_name, second) => {
    let answers = 0;
    const validate = () => Promise.resolve((answers += 1) === 1 ? VALIDATED : second);
    const { page } = await openValidated({ validate });
    click(control(page, 'Validate'));
    await eventually(() => expect(told.at(-1)).toEqual({ text: 'The database does not answer.', meaning: 'error' }));
    await eventually(() => expect(has(page, 'Download SQL')).toBe(false));
  });

  it('are forgotten by Reset, which returns to the start [IMP-13]', async () => {
    const { page } = await openValidated();
    click(control(page, 'PostgreSQL'));
    click(control(page, 'Reset'));
    await eventually(() => control(page, 'Choose a file'));
    expect(page.querySelector('table')).toBeNull();
    chooseFile(page);
    await eventually(() => expect(texts(page)).toEqual(SHEET.members));
    expect(control(page, 'MariaDB').getAttribute('aria-pressed')).toBe('true');
  });

  it('are not those of an answer that comes after a change [IMP-10]', async () => {
    const { answer, letGo } = held(VALIDATED);
    const { page } = await openAcquired({ validate: answer });
    click(control(page, 'Validate'));
    await eventually(() => expect(page.textContent).toContain('Checking the members and writing the SQL…'));
    mapColumn(page, 2, 'Notes');
    await eventually(() => expect(page.textContent).toContain('Not validated'));
    letGo();
    click(control(page, 'Validate'));
    // The second validation has the same answer; the first one was not heard.
    await eventually(() => control(page, 'Download SQL'));
  });
});
