import { INVENTORY_FILE_BYTES, MAX_FAULTS } from '@mission-control/contract/inventory/plan';
import type { InventoryFault } from '@mission-control/contract/inventory/plan-schema';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';
import { checkInventory, decodeInventory, locate, withoutLines } from './read-inventory.ts';

/** An uploaded inventory, or its faults. */
export type Upload = { hash: string } & ({ inventory: Inventory } | { faults: InventoryFault[]; count: number });

/** Message from the thread: the upload, or why it cannot be read. `more`: another message with the lines of the faults follows. */
export type ReadResult = { upload: Upload; more?: true } | { refusal: string };

/** `linesMs`: additional time to find the lines of known faults. */
const LIMITS = { memoryMb: 768, timeoutMs: 30_000, linesMs: 8_000 };
let reading = false;

/**
 * Reads and validates an uploaded inventory in its own thread, so that a file that takes too much memory or time cannot harm the server.
 * @throws AppError('refused') if it cannot be read; AppError('unavailable') while another one is read
 */
export async function readUpload(file: File, limits: Partial<typeof LIMITS> = {}): Promise<Upload> {
  if (file.size > INVENTORY_FILE_BYTES)
    throw new AppError(
      'refused',
      `The file is ${megabytes(file.size)}; the limit here is ${megabytes(INVENTORY_FILE_BYTES)}. Use npm run inventory for larger files.`,
    );
  if (reading) throw new AppError('unavailable', 'Another inventory is being read: try again in a moment.');
  reading = true;
  try {
    const result = await readInThread(new Uint8Array(await file.arrayBuffer()), { ...LIMITS, ...limits });
    if ('refusal' in result) throw new AppError('refused', result.refusal);
    return result.upload;
  } finally {
    reading = false;
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1)} MB`;

async function readInThread(bytes: Uint8Array<ArrayBuffer>, limits: typeof LIMITS): Promise<ReadResult> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>();
  // Faults of a large file are reported without lines if finding these takes too long.
  let withoutLinesYet: ReadResult | undefined;
  const giveUp = (error: Error): void => (withoutLinesYet ? resolve(withoutLinesYet) : reject(error));
  let timer = setTimeout(() => giveUp(tooHeavy(`takes longer than ${limits.timeoutMs / 1000} s`)), limits.timeoutMs);
  worker.on('message', (message: ReadResult) => {
    if (!('more' in message)) return resolve(message);
    withoutLinesYet = message;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(message), limits.linesMs);
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy('needs too much memory', error) : error),
  );
  worker.once('exit', () => reject(new Error('The thread that reads an inventory ended early')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const tooHeavy = (why: string, cause?: unknown): AppError =>
  new AppError('refused', `The file ${why} to read. Use npm run inventory for large ones; JSON is faster than YAML.`, {
    cause,
  });

/** Runs in the thread. */
export function* readBytes(bytes: Uint8Array): Generator<ReadResult> {
  try {
    const text = decodeInventory(bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const checked = checkInventory(text);
    if ('inventory' in checked) {
      yield { upload: { hash, inventory: checked.inventory } };
      return;
    }
    const listed = checked.faults.slice(0, MAX_FAULTS);
    const count = checked.faults.length;
    yield { upload: { hash, faults: withoutLines(listed), count }, more: true };
    yield { upload: { hash, faults: locate(text, listed, checked.source), count } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { refusal: error.message };
  }
}
