import type { Ctx } from '../context.ts';
import { inTransaction, type Work } from './transaction.ts';

class NothingChanged extends Error {}

/**
 * Like `inTransaction`, but rolls back if the work records no event. Returns whether anything changed.
 */
export async function inTransactionIfChanged(
  ctx: Ctx,
  work: (tx: Work) => Promise<void>,
  row?: string,
): Promise<boolean> {
  try {
    await inTransaction(
      ctx,
      async ({ db, record }) => {
        let changed = false;
        await work({ db, record: (entry) => ((changed = true), record(entry)) });
        if (!changed) throw new NothingChanged();
      },
      row,
    );
    return true;
  } catch (error) {
    if (error instanceof NothingChanged) return false;
    throw error;
  }
}
