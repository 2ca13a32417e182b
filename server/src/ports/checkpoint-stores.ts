import { appendFile, readFile } from 'node:fs/promises';
import type { SiteClient } from '../platform/http/site-client.ts';
import type { Files } from './files/port.ts';
import { postJson } from './notifications.ts';

/** Where checkpoints of the audit log are kept: append-only, outside the database. */
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

/** An additional store for checkpoints, which the owner of the database and of this machine cannot alter. */
export interface CheckpointCopy {
  name: 'webhook' | 'bucket';
  /**
   * @param line a checkpoint
   * @param id unique and in order of time, usable as a file name
   * @throws AppError('target_failed')
   */
  deliver(line: string, id: string): Promise<void>;
}

/** Posts each checkpoint; retries have the same `Idempotency-Key`. @param send a client that may reach the configured address */
export function createCheckpointWebhook({
  send,
  url,
  token,
}: {
  send: SiteClient['send'];
  url: string;
  token?: string | undefined;
}): CheckpointCopy {
  return {
    name: 'webhook',
    async deliver(line, id) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      await postJson(send, { url, id, body: line, headers, what: 'The webhook of the audit log' });
    },
  };
}

/** Stores each checkpoint as an object protected by the bucket's object lock. */
export const createCheckpointBucket = (files: Pick<Files, 'put'>): CheckpointCopy => ({
  name: 'bucket',
  deliver: (line, id) => files.put(`audit/${id}.json`, Buffer.from(line)),
});
