import type { ErrorCode } from '@mission-control/contract/errors';

/** What the thread is told to do. */
export interface WorkerTask {
  job: string;
  bytes: Uint8Array;
  facts: Readonly<Record<string, string>>;
}

/** What the thread says: how far it is, and once its answer or why there is none (without `code`: a SheetError). */
export type WorkerMessage = { percent: number } | { answer: Uint8Array } | { fault: string; code?: ErrorCode };
