import { TOPIC } from '@mission-control/contract/topics';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { describeDiskError } from '../../../platform/disk-fault.ts';
import { RunLost } from '../process-runs.ts';
import { appendPiece, type Piece } from './queries-output.ts';

/** Output is flushed after this time, or once it reaches this size. */
const FLUSH_MS = 150;
const FLUSH_LENGTH = 64 * 1024;
/** Backpressure limit: commands wait while more than this is unsaved. */
const MAX_WAITING = 1024 * 1024;
/** Longer output is discarded; the run continues. */
const MAX_OUTPUT_LENGTH = 64 * 1024 * 1024;
const RETRY_MS = 1_000;
/** Retries of a piece while the database is unavailable; after the end of the work also on a full disk. */
const MAX_RETRIES = 300;
const MAX_AT_THE_END = 3;

/** Stores the output of a run: in order, each character once. */
export interface RunWriter {
  /** Adds filtered text. */
  add(text: string): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** Flushes everything. @throws when the run no longer belongs to this process, or the database stays unavailable */
  close(): Promise<void>;
}

interface WriterOptions {
  id: number;
  /** Called once when output can no longer be stored; nothing is stored from then on. */
  onLost: (error: unknown) => void;
}

/** @param ctx provides the timestamps of the pieces */
export function createRunWriter(ctx: Ctx, { id, onLost }: WriterOptions): RunWriter {
  let waiting = '';
  let offset = 0;
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let full = false;
  let closing = false;
  const isHopeless = (error: unknown, tries: number): boolean =>
    tries >= (closing && describeDiskError(error) !== undefined ? MAX_AT_THE_END : MAX_RETRIES);

  async function storeAll(): Promise<void> {
    while (waiting !== '') {
      const text = waiting.slice(0, cutOf(waiting, FLUSH_LENGTH));
      waiting = waiting.slice(text.length);
      await store(ctx, { id, isHopeless }, { start: offset, at: ctx.clock.now(), text });
      offset += text.length;
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (!storing) {
      // Stays rejected after a failure: later text must not take the place of the lost piece.
      storing = storeAll().then(() => void (storing = null));
      storing.catch(onLost);
    }
    return storing;
  }

  function add(text: string): void {
    if (full || text === '') return;
    full = offset + waiting.length + text.length > MAX_OUTPUT_LENGTH;
    waiting += full ? '\n[The rest of the output was discarded: it is too long.]\n' : text;
    if (waiting.length >= FLUSH_LENGTH) void flush().catch(() => undefined);
    else timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS);
  }

  return {
    add,
    room: async () => (waiting.length > MAX_WAITING ? flush() : undefined),
    close: async () => {
      closing = true;
      await storing;
      await flush();
    },
  };
}

/** Cut position that splits no surrogate pair. */
function cutOf(text: string, length: number): number {
  const code = text.charCodeAt(length - 1);
  return text.length > length && code >= 0xd8_00 && code <= 0xdb_ff ? length - 1 : length;
}

interface StoreOptions {
  id: number;
  isHopeless: (error: unknown, tries: number) => boolean;
}

async function store(ctx: Ctx, { id, isHopeless }: StoreOptions, piece: Piece): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const isMine = await inUnauditedTransaction(ctx, async ({ db, changed }) => {
        changed(TOPIC.run(id));
        return appendPiece(db, id, ctx.processId, piece);
      });
      if (isMine) return;
    } catch (error) {
      if (isHopeless(error, tries)) throw error;
      ctx.log.warn({ err: error, run: id }, 'output of a run could not be stored; retrying');
      await sleep(RETRY_MS);
      continue;
    }
    throw new RunLost();
  }
}
