import type { ErrorCode } from '@mission-control/contract/errors';

/** A job of the worker thread: bytes in, bytes out. */
export type MemberJob = (
  bytes: Uint8Array,
  facts: Readonly<Record<string, string>>,
) => Uint8Array | Promise<Uint8Array>;

export interface WorkerTask {
  job: string;
  bytes: Uint8Array;
  facts: Readonly<Record<string, string>>;
}

/** Message of the thread: the result, or the fault (a SheetError without `code`). */
export type WorkerMessage = { answer: Uint8Array } | { fault: string; code?: ErrorCode };

/** Bytes in their own, transferable buffer; copied only if they share one. */
export function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
