import { SheetError } from '@mission-control/spreadsheet';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../platform/errors.ts';
import { MEMBER_JOBS } from './host.ts';
import { ownBuffer, type MemberJob, type WorkerMessage, type WorkerTask } from './messages.ts';

async function work({ job, bytes, facts }: WorkerTask): Promise<void> {
  const jobs: Readonly<Record<string, MemberJob>> = MEMBER_JOBS;
  const run = jobs[job];
  if (!run) throw new Error(`The member worker has no job ${job}`);
  try {
    const answer = ownBuffer(await run(bytes, facts));
    post({ answer }, [answer.buffer]);
  } catch (error) {
    if (error instanceof SheetError) post({ fault: error.message });
    else if (error instanceof AppError) post({ fault: error.message, code: error.code });
    else throw error;
  }
}

const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

await work(workerData as WorkerTask);
