import type { ErrorCode } from '@mission-control/contract/errors';

/** What the thread is told to do. */
export interface WorkerTask {
  job: string;
  bytes: Uint8Array;
  facts: Readonly<Record<string, string>>;
}

/** What the thread says: how far it is, and once its answer or why there is none (without `code`: a SheetError). */
export type WorkerMessage = { percent: number } | { answer: Uint8Array } | { fault: string; code?: ErrorCode };

/** Bytes in a buffer of their own, which can be handed over; copied only when they share one. */
export function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
