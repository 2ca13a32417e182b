import { INVENTORY_FILE_BYTES, MAX_FAULTS } from '@mission-control/contract/inventory/plan';
import type { InventoryFault } from '@mission-control/contract/inventory/plan-schema';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';
import { checkInventory, decodeInventory, locate } from './read-inventory.ts';

/** An uploaded inventory, or its faults. */
export type Upload = { hash: string } & ({ inventory: Inventory } | { faults: InventoryFault[]; count: number });

/** Message of the thread: the upload, or why it cannot be read. */
export type ReadResult = { upload: Upload } | { refusal: string };

const LIMITS = { memoryMb: 768, timeoutMs: 30_000 };
const MAX_CONCURRENT = 2;
let running = 0;

/**
 * Reads and validates an uploaded inventory in its own thread, so that a file that takes too much memory or time cannot harm the server.
 * @throws AppError('refused') if it cannot be read; AppError('unavailable') while two others are read
 */
export async function readUpload(file: File, limits: Partial<typeof LIMITS> = {}): Promise<Upload> {
  if (file.size > INVENTORY_FILE_BYTES)
    throw new AppError(
      'refused',
      `The file has ${megabytes(file.size)}; at most ${megabytes(INVENTORY_FILE_BYTES)} are read here. Use npm run inventory for larger ones.`,
    );
  if (running >= MAX_CONCURRENT)
    throw new AppError('unavailable', 'Two inventories are being read: try again in a moment.');
  running += 1;
  try {
    const result = await readInThread(new Uint8Array(await file.arrayBuffer()), { ...LIMITS, ...limits });
    if ('refusal' in result) throw new AppError('refused', result.refusal);
    return result.upload;
  } finally {
    running -= 1;
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
  const timer = setTimeout(() => reject(tooHeavy(`takes longer than ${limits.timeoutMs / 1000} s`)), limits.timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy('needs too much memory', error) : error),
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

/** The work of the thread. */
export function readBytes(bytes: Uint8Array): ReadResult {
  try {
    const text = decodeInventory(bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const checked = checkInventory(text);
    if ('inventory' in checked) return { upload: { hash, inventory: checked.inventory } };
    const faults = locate(text, checked.faults.slice(0, MAX_FAULTS));
    return { upload: { hash, faults, count: checked.faults.length } };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}
