import type { ErrorCode } from '@mission-control/contract/errors';
import { SheetError } from '@mission-control/spreadsheet';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../platform/errors.ts';

/** Reading a spreadsheet (`name` of its file), or validating the members of a body (`today` as yyyy-mm-dd). */
export type MemberJob = { kind: 'read'; name: string } | { kind: 'validate'; today: string };

/** What the thread is started with. */
export type WorkerTask = { job: MemberJob; bytes: Uint8Array };

/** Message of the thread: the result, or the fault (a SheetError without `code`). */
export type WorkerMessage = { answer: Uint8Array } | { fault: string; code?: ErrorCode };

/** Heap (buffers are outside of it) and time of a thread. */
const THREAD_LIMITS = { memoryMb: 256, timeoutMs: 20_000 };
const MAX_CONCURRENT = 2;

let running = 0;

/**
 * Runs a job on a spreadsheet in its own thread, so that a sheet that takes too much memory or time cannot harm the server.
 * @param bytes transferred if they fill their buffer, otherwise copied
 * @throws SheetError if the sheet is unreadable; the job's own AppError; AppError('unavailable') if two jobs are running
 */
export async function runMemberJob(
  job: MemberJob,
  bytes: Uint8Array,
  limits: Partial<typeof THREAD_LIMITS> = {},
): Promise<Uint8Array> {
  if (running >= MAX_CONCURRENT)
    throw new AppError('unavailable', 'Two spreadsheets are being read: try again in a moment');
  running += 1;
  try {
    return await runWorker({ job, bytes: ownBuffer(bytes) }, { ...THREAD_LIMITS, ...limits });
  } finally {
    running -= 1;
  }
}

async function runWorker(
  task: WorkerTask & { bytes: Uint8Array<ArrayBuffer> },
  limits: typeof THREAD_LIMITS,
): Promise<Uint8Array> {
  const worker = new Worker(new URL('./member-worker.ts', import.meta.url), {
    workerData: task,
    transferList: [task.bytes.buffer],
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const timer = setTimeout(() => reject(tooHeavy(`takes longer than ${limits.timeoutMs / 1000} s`)), limits.timeoutMs);
  worker.on('message', (message: WorkerMessage) => {
    if ('answer' in message) resolve(message.answer);
    else reject(message.code ? new AppError(message.code, message.fault) : new SheetError(message.fault));
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy('needs too much memory', error) : error),
  );
  worker.once('exit', () => reject(new Error('The thread that reads spreadsheets ended early')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const tooHeavy = (why: string, cause?: unknown): SheetError =>
  new SheetError(`The spreadsheet ${why} to read: split it and import the parts one after another`, { cause });

/** Bytes in their own, transferable buffer; copied only if they share one. */
export function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
