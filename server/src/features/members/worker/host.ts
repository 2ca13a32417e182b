import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@mission-control/contract/errors';
import { AppError } from '../../../platform/errors.ts';
import { SheetError } from '@mission-control/spreadsheet';
import type { MEMBER_JOBS } from './jobs.ts';
import { ownBuffer, type WorkerMessage, type WorkerTask } from './messages.ts';

/** Of a thread: memory for its objects (bytes stand outside of it), and time. */
const THREAD_LIMITS = { memoryMb: 256, timeoutMs: 20_000 };
const MOST_AT_ONCE = 2;

let running = 0;

/**
 * Does a job on a spreadsheet in a thread of its own, which ends with it: a sheet that fills the memory or takes too long ends alone.
 * @param bytes are given away when they fill their buffer, otherwise copied
 * @param onProgress gets whole percents
 * @throws SheetError with what is wrong with the sheet; the job's own AppError; AppError('unavailable') when two jobs are running
 */
export async function runMemberJob(
  job: keyof typeof MEMBER_JOBS,
  bytes: Uint8Array,
  facts: Readonly<Record<string, string>>,
  onProgress: (percent: number) => void = () => undefined,
  limits: Partial<typeof THREAD_LIMITS> = {},
): Promise<Uint8Array> {
  if (running >= MOST_AT_ONCE)
    throw new AppError('unavailable', 'Two spreadsheets are being read: try again in a moment');
  running += 1;
  try {
    return await runWorker({ job, bytes: ownBuffer(bytes), facts }, onProgress, { ...THREAD_LIMITS, ...limits });
  } finally {
    running -= 1;
  }
}

async function runWorker(
  task: WorkerTask & { bytes: Uint8Array<ArrayBuffer> },
  onProgress: (percent: number) => void,
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
  const late = setTimeout(() => reject(tooHeavy(`takes longer than ${limits.timeoutMs / 1000} s`)), limits.timeoutMs);
  worker.on('message', (message: WorkerMessage) => {
    if ('percent' in message) onProgress(message.percent);
    else if ('fault' in message) reject(failure(message));
    else resolve(message.answer);
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy('needs too much memory', error) : error),
  );
  worker.once('exit', () => reject(new Error('The thread that reads spreadsheets ended early')));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}

const tooHeavy = (why: string, cause?: unknown): SheetError =>
  new SheetError(`The spreadsheet ${why} to read: split it and import the parts one after another`, { cause });

const failure = ({ fault, code }: { fault: string; code?: ErrorCode }): Error =>
  code === undefined ? new SheetError(fault) : new AppError(code, fault);
