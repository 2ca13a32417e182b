import { readRows, SheetError } from '@mission-control/spreadsheet';
import { suggestMapping } from '@mission-control/contract/members/mapping';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../platform/errors.ts';
import { outputName } from '../sheet-answer.ts';
import { ownBuffer, type MemberJob, type WorkerMessage, type WorkerTask } from './host.ts';
import { RowsJson } from './rows-json.ts';

async function run(job: MemberJob, bytes: Uint8Array): Promise<Uint8Array> {
  if (job.kind === 'read') return readSheet(bytes, job.name);
  // Reading a sheet needs no schemas.
  const { validateBytes } = await import('../validate-bytes.ts');
  return validateBytes(bytes, job.today);
}

/** Reads a spreadsheet row by row into the JSON of an `ImportedSheet`. `count`: non-empty rows. */
async function readSheet(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const json = new RowsJson();
  let names: string[] | undefined;
  let [width, count] = [0, 0];
  const take = (cells: string[]): void => {
    width = Math.max(width, cells.length);
    if (names) json.add(cells);
    if (names && cells.length > 0) count += 1;
    names ??= cells.map((cell) => cell.trim());
  };
  const { headerRow } = await readRows(bytes, take);
  const header = [...(names ?? []), ...Array<string>(width).fill('')].slice(0, width);
  const suggested = suggestMapping(header);
  const keys = JSON.stringify({ output: outputName(name), error: '', suggested, count, header_row: headerRow });
  return json.finish(width, `{"valid":true,"header":${JSON.stringify(header)},"members":`, `,${keys.slice(1)}`);
}

const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

const { job, bytes } = workerData as WorkerTask;
try {
  const answer = ownBuffer(await run(job, bytes));
  post({ answer }, [answer.buffer]);
} catch (error) {
  if (error instanceof SheetError) post({ fault: error.message });
  else if (error instanceof AppError) post({ fault: error.message, code: error.code });
  else throw error;
}
