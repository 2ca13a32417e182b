import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../platform/errors.ts';
import { SheetError } from '@mission-control/spreadsheet';
import type { MemberJob } from './job.ts';
import { MEMBER_JOBS } from './jobs.ts';
import { ownBuffer, type WorkerMessage, type WorkerTask } from './messages.ts';

async function work({ job, bytes, facts }: WorkerTask): Promise<void> {
  const jobs: Readonly<Record<string, MemberJob>> = MEMBER_JOBS;
  const run = jobs[job];
  if (!run) throw new Error(`The member worker has no job ${job}`);
  try {
    const answer = await run(bytes, facts, (percent) => say({ percent }));
    const own = ownBuffer(answer);
    say({ answer: own }, [own.buffer]);
  } catch (error) {
    if (error instanceof SheetError) say({ fault: error.message });
    else if (error instanceof AppError) say({ fault: error.message, code: error.code });
    else throw error;
  }
}

const say = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

await work(workerData as WorkerTask);
