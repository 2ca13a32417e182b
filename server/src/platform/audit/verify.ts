import { asc, gt } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { auditHash, GENESIS } from './append.ts';
import { auditEvents, auditHead } from './tables.ts';

const PAGE = 1_000;

/** Describes the first inconsistency of the chain; null when the chain is intact. */
export async function findAuditFault(db: Db): Promise<string | null> {
  let previousHash = GENESIS;
  let count = 0;
  for (let after = 0; ;) {
    const page = await db
      .select()
      .from(auditEvents)
      .where(gt(auditEvents.id, after))
      .orderBy(asc(auditEvents.id))
      .limit(PAGE);
    for (const { id, hash, ...row } of page) {
      if (row.previousHash !== previousHash)
        return `Event ${id} does not follow the event before it: one was removed or moved.`;
      if (auditHash(row) !== hash) return `Event ${id} was changed after it was written.`;
      previousHash = hash;
      count += 1;
      after = id;
    }
    if (page.length < PAGE) break;
  }
  const [head] = await db.select().from(auditHead);
  if ((head?.hash ?? GENESIS) !== previousHash || (head?.length ?? 0) !== count) {
    return `The chain ends after ${count} events, but ${head?.length ?? 0} were written: the newest were removed.`;
  }
  return null;
}
