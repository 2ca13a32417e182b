import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { appendPiece } from './queries-output.ts';

/** What was written is stored together after so long, or when it is so much. */
const FLUSH_MS = 150;
const FLUSH_LENGTH = 64 * 1024;
/** Commands wait while more than this is not stored. */
const MOST_WAITING = 1024 * 1024;
/** Longer output is not kept; the run goes on. */
const LONGEST_OUTPUT = 64 * 1024 * 1024;
const RETRY_MS = 1_000;
/** While the database does not answer a piece is tried this often. */
const MOST_RETRIES = 300;

/** Keeps what a run writes: in order, each character once. */
export interface RunWriter {
  /** Takes text that is clean already. */
  add(text: string): void;
  /** Resolves at once, or when enough of what was added is stored. */
  room(): Promise<void>;
  /** Stores all of it. @throws when the run is no longer this process's, or the database does not come back */
  close(): Promise<void>;
}

interface WriterOptions {
  id: number;
  owner: string;
  /** Told once when nothing can be kept any more. */
  onLost: (error: unknown) => void;
}

/** @param ctx whose clock says when a piece was written */
export function createRunWriter(ctx: Ctx, { id, owner, onLost }: WriterOptions): RunWriter {
  let waiting = '';
  let offset = 0;
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let full = false;

  async function storeAll(): Promise<void> {
    while (waiting !== '') {
      const text = waiting.slice(0, cutOf(waiting, FLUSH_LENGTH));
      waiting = waiting.slice(text.length);
      await store(ctx, id, owner, { start: offset, at: ctx.clock.now(), text });
      offset += text.length;
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    storing ??= storeAll().finally(() => (storing = null));
    storing.catch(onLost);
    return storing;
  }

  function add(text: string): void {
    if (full || text === '') return;
    full = offset + waiting.length + text.length > LONGEST_OUTPUT;
    waiting += full ? '\n[The rest of the output is not kept: it is too long.]\n' : text;
    if (waiting.length >= FLUSH_LENGTH) void flush().catch(() => undefined);
    else timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS);
  }

  return {
    add,
    room: async () => (waiting.length > MOST_WAITING ? flush() : undefined),
    close: async () => {
      await storing;
      await flush();
    },
  };
}

/** Where to cut so that no character is halved. */
function cutOf(text: string, length: number): number {
  const code = text.charCodeAt(length - 1);
  return text.length > length && code >= 0xd8_00 && code <= 0xdb_ff ? length - 1 : length;
}

async function store(ctx: Ctx, id: number, owner: string, piece: { start: number; at: Date; text: string }) {
  for (let tries = 0; ; tries += 1) {
    try {
      const isMine = await inUnauditedTransaction(ctx, async ({ db, changed }) => {
        changed(`run:${id}`);
        return appendPiece(db, id, owner, piece);
      });
      if (isMine) return;
    } catch (error) {
      if (tries >= MOST_RETRIES) throw error;
      ctx.log.warn({ err: error, run: id }, 'output of a run could not be stored and is tried again');
      await sleep(RETRY_MS);
      continue;
    }
    throw new AppError('conflict', 'This run was given up by another process of the console.');
  }
}
