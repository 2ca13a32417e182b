import { COLUMN_NOTES, IMPORTABLE_COLUMNS } from '@mission-control/contract/members/columns';
import { vi } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { control, eventually, renderPage } from '../../../lib/testing/render-page.tsx';
import { ImporterPage } from '../pages/importer-page.tsx';
import { sendWithProgress, type RawAnswer } from '../send-with-progress.ts';
import type { SheetQuestion, SheetReply } from '../sheet/sheet-messages.ts';
import { createSheetStore } from '../sheet/sheet-store.ts';

/** The worker in the thread of the test. */
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

/** What the server makes of a spreadsheet of three members, in the documented keys and some more. */
export const SHEET = {
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
export const VALIDATED = { valid: true, sql: 'INSERT', warnings: [], errors: [], cells: [], count: 3 };

/** An answer, or what it waits for. */
type Answered = object | (() => Promise<object>);

/** Opens the page on a server that answers so; tells what arrived there, and which files were saved. */
export async function openImporter(answers: { importer?: Answered; validate?: Answered } = {}) {
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
  const { page, router } = await renderPage('/tools/importer', ImporterPage, '/tools/importer');
  await eventually(() => control(page, 'Choose a file'));
  return { page, router, arrived, saved };
}

/** Chooses a file as the person does. */
export function chooseFile(page: HTMLElement, file = new File(['x'], 'Brimham.xlsx')): void {
  const input = page.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no file input.');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  // The browser empties the choice; here that would end the test's own one.
  Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The choices in the heads of the columns. */
export const choices = (page: HTMLElement): HTMLSelectElement[] => [
  ...page.querySelectorAll<HTMLSelectElement>('thead select'),
];

/** Chooses what a column is imported as. */
export function mapColumn(page: HTMLElement, column: number, header: string): void {
  const select = choices(page)[column];
  if (!select) throw new Error(`There is no column ${column}.`);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, header);
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
