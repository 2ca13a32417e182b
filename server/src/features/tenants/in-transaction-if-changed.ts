import type { Ctx } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';

class NothingChanged extends Error {}

/**
 * Runs a change like `inTransaction`, but takes one that records nothing for one that was not needed: it is rolled back.
 * Answers whether anything was changed.
 * @param row as there
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
