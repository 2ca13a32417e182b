import { and, desc, gt, lte } from 'drizzle-orm';
import type { Ctx, Services } from '../context.ts';
import type { Database, Db } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { DAY_MS } from '../clock.ts';
import { isSigned, publicText, readCheckpoints, signatureOf } from './checkpoints.ts';
import { auditEvents, auditRemovals } from './tables.ts';
import { followChain, CHAIN_START, type ChainPosition } from './verify.ts';

/** Events removed in one transaction. */
const BATCH = 20_000;

/** How long events are kept, and the database as a role that may delete them. */
export interface AuditRetention {
  days: number;
  asOwner<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

type Removal = typeof auditRemovals.$inferSelect;
type Facts = Pick<Removal, 'at' | 'length' | 'lastId' | 'lastHash'>;

/** Begins with a word, so that the signature of a checkpoint cannot pass for that of a removal. */
const signedFacts = ({ at, length, lastId, lastHash }: Facts) => [
  'removed',
  at.toISOString(),
  length,
  lastId,
  lastHash,
];

/**
 * Where the chain begins: after the newest removal, whose record must be genuine.
 * @returns the fault of the record otherwise
 */
export async function readChainStart(db: Db, { secrets }: Pick<Services, 'secrets'>): Promise<ChainPosition | string> {
  const [newest] = await db.select().from(auditRemovals).orderBy(desc(auditRemovals.lastId)).limit(1);
  if (!newest) return CHAIN_START;
  const what = `The record of the removal up to event ${newest.lastId}`;
  if (newest.publicKey !== publicText(secrets.signingKey)) return `${what} was signed with another key.`;
  if (!isSigned(secrets.signingKey, signedFacts(newest), newest.signature))
    return `${what} was not signed by this console.`;
  return { id: newest.lastId, hash: newest.lastHash, length: newest.length };
}

/**
 * Removes the events older than `days` from the start of the chain, and keeps a signed record of the last one (0098). The events are
 * verified first, so that nothing altered is signed.
 * @param owner the database as a role that may delete events
 * @returns how many were removed
 * @throws an Error naming the first fault; nothing from there on is removed
 */
export async function removeOldEvents(ctx: Ctx, owner: Database, days: number): Promise<number> {
  const checkpoints = await readCheckpoints(ctx);
  if (typeof checkpoints === 'string') throw new Error(checkpoints);
  const olderThan = new Date(ctx.clock.now().getTime() - days * DAY_MS);
  for (let removed = 0; ;) {
    const start = await readChainStart(owner, ctx);
    if (typeof start === 'string') throw new Error(start);
    const { end, fault } = await followChain(owner, start, { max: BATCH, olderThan, checkpoints });
    if (fault !== null) throw new Error(fault);
    const count = end.length - start.length;
    if (count === 0) return removed;
    await removeUpTo({ ...ctx, db: owner }, start, end);
    removed += count;
  }
}

async function removeUpTo(ctx: Ctx, start: ChainPosition, end: ChainPosition): Promise<void> {
  const { secrets, clock } = ctx;
  const facts: Facts = { at: clock.now(), length: end.length, lastId: end.id, lastHash: end.hash };
  const signature = signatureOf(secrets.signingKey, signedFacts(facts));
  await inTransaction(ctx, async ({ db, record }) => {
    // Its key lets only one of two concurrent removals succeed.
    await db.insert(auditRemovals).values({ ...facts, signature, publicKey: publicText(secrets.signingKey) });
    const those = and(gt(auditEvents.id, start.id), lte(auditEvents.id, end.id));
    const gone = await db.delete(auditEvents).where(those).returning({ id: auditEvents.id });
    const count = end.length - start.length;
    if (gone.length !== count) throw new Error('Events were added or removed among those to remove.');
    record({
      action: 'audit.removed',
      subject: `events up to ${end.id}`,
      after: { events: count, last_hash: end.hash },
      topics: [],
    });
  });
}
