import type { ErrorCode } from '@mission-control/contract/errors';

export interface WorkerTask {
  job: string;
  bytes: Uint8Array;
  facts: Readonly<Record<string, string>>;
}

/** Messages of the thread: progress, then one result or fault (a SheetError without `code`). */
export type WorkerMessage = { percent: number } | { answer: Uint8Array } | { fault: string; code?: ErrorCode };

/** Bytes in their own, transferable buffer; copied only if they share one. */
export function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
