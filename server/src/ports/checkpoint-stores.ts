import { appendFile, readFile } from 'node:fs/promises';
import { AppError } from '../platform/errors.ts';
import type { Files } from './files/port.ts';

/** Where checkpoints of the audit are kept: append-only, outside the database. */
export interface CheckpointStore {
  append(line: string): Promise<void>;
  /** All lines, oldest first; empty before the first one. */
  read(): Promise<string[]>;
}

/** Keeps checkpoints as lines of a file. */
export function createCheckpointFile(path: string): CheckpointStore {
  return {
    append: (line) => appendFile(path, `${line}\n`, { mode: 0o600, flush: true }),
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').filter((line) => line !== '');
    },
  };
}

/** Where each checkpoint goes besides: somewhere that whoever owns the database and this machine cannot change. */
export interface CheckpointCopy {
  name: 'webhook' | 'bucket';
  /**
   * @param line a checkpoint
   * @param id unique and in order of time, usable as a file name
   * @throws AppError('target_failed')
   */
  deliver(line: string, id: string): Promise<void>;
}

const TIMEOUT_MS = 15_000;

/** Posts each checkpoint as JSON; any 2xx accepts it. Repeats have the same `Idempotency-Key`. */
export function createCheckpointWebhook({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string;
  token?: string | undefined;
  timeoutMs?: number;
}): CheckpointCopy {
  return {
    name: 'webhook',
    async deliver(line, id) {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(url, { method: 'POST', headers, body: line, redirect: 'error', signal }).catch(
        (error: unknown) => {
          const isLate = error instanceof DOMException && error.name === 'TimeoutError';
          const what = isLate ? 'does not answer in time' : 'cannot be reached';
          throw new AppError('target_failed', `The webhook of the audit ${what}.`, { cause: error });
        },
      );
      await answer.body?.cancel();
      if (!answer.ok)
        throw new AppError('target_failed', `The webhook of the audit responded with status ${answer.status}.`);
    },
  };
}

/** Stores each checkpoint as an object that the bucket's object lock keeps from being changed. */
export const createCheckpointBucket = (files: Pick<Files, 'put'>): CheckpointCopy => ({
  name: 'bucket',
  deliver: (line, id) => files.put(`audit/${id}.json`, Buffer.from(line)),
});
