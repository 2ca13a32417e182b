import { countText } from '@mission-control/contract/numbers';
import { sql } from 'drizzle-orm';
import { rows, type Db } from '../database/database.ts';
import { auditHash, GENESIS, type AuditRow } from './append.ts';
import type { Checkpoint } from './checkpoints.ts';
import { auditEvents, auditHead } from './tables.ts';

const PAGE = 5_000;

/** A position in the chain: the event, its hash, and the number of events up to it, removed ones included. */
export interface ChainPosition {
  id: number;
  hash: string;
  length: number;
}

/** The position before the first event. */
export const CHAIN_START: ChainPosition = { id: 0, hash: GENESIS, length: 0 };

interface Progress {
  /** Events checked so far, and events to check. */
  checked: number;
  total: number;
  /** Checkpoints compared with the chain so far. */
  checkpoints: number;
}

interface VerifyOptions {
  /** Where the chain begins: after the events that were removed by retention (0098). */
  start?: ChainPosition;
  /** Genuine checkpoints, which the chain must contain. */
  checkpoints?: readonly Checkpoint[];
  /** Called after each page; the walk waits for it. */
  onProgress?: (progress: Progress) => Promise<void> | void;
}

/**
 * Describes the first inconsistency of the chain, or of the chain with its checkpoints; null when it is intact. Events that are recorded
 * meanwhile are left to the next check.
 */
export async function findAuditFault(
  db: Db,
  { start = CHAIN_START, checkpoints = [], onProgress }: VerifyOptions = {},
): Promise<string | null> {
  const [head = CHAIN_START] = await db.select().from(auditHead);
  const { end, fault } = await followChain(db, start, {
    max: head.length - start.length,
    checkpoints,
    onPage: (at, held) =>
      onProgress?.({ checked: at.length - start.length, total: head.length - start.length, checkpoints: held }),
  });
  return fault ?? (await edgeFault(db, start, end, head)) ?? missingTail(end.length, checkpoints);
}

interface FollowOptions {
  /** Maximum events to follow. */
  max: number;
  /** Stops at the first event that is not older. */
  olderThan?: Date;
  checkpoints?: readonly Checkpoint[];
  onPage?: (at: ChainPosition, held: number) => Promise<void> | void;
}

/** Follows the chain from a position; returns the last valid one, and the fault after it. The next page is read while one is hashed. */
export async function followChain(
  db: Db,
  start: ChainPosition,
  { max, olderThan, checkpoints = [], onPage }: FollowOptions,
): Promise<{ end: ChainPosition; fault: string | null }> {
  const expected = Map.groupBy(checkpoints, ({ length }) => length);
  const until = olderThan?.toISOString();
  const last = start.length + max;
  let end = start;
  let held = 0;
  let page = await readPage(db, start.id, Math.min(PAGE, max));
  while (page.length > 0) {
    const left = last - end.length - page.length;
    const next = readPage(db, page.at(-1)?.id ?? 0, Math.min(PAGE, left));
    // A fault below must not leave its rejection unhandled.
    next.catch(() => undefined);
    for (const { id, hash, ...row } of page) {
      if (until !== undefined && row.at >= until) return { end, fault: null };
      const fault = faultOf(id, hash, row, end, start);
      if (fault !== null) return { end, fault };
      end = { id, hash, length: end.length + 1 };
      const here = expected.get(end.length) ?? [];
      const other = here.find((checkpoint) => checkpoint.hash !== hash);
      if (other)
        return {
          end,
          fault: `Event ${id} or one before it was replaced: the checkpoint of ${other.at} has another hash.`,
        };
      held += here.length;
    }
    await onPage?.(end, held);
    page = await next;
  }
  return { end, fault: null };
}

function faultOf(id: number, hash: string, row: AuditRow, end: ChainPosition, start: ChainPosition): string | null {
  if (row.previousHash !== end.hash)
    return end === start
      ? `The events before event ${id} were removed without a signed record, or event ${id} was moved.`
      : `Event ${id} does not follow the event before it: one was removed or moved.`;
  return auditHash(row) === hash ? null : `Event ${id} was changed after it was written.`;
}

/** One JSON for the whole page: the drivers would parse each field by itself. */
async function readPage(db: Db, after: number, limit: number): Promise<(AuditRow & { id: number; hash: string })[]> {
  if (limit <= 0) return [];
  const [found] = await rows<{ page: string | null }>(
    db,
    sql`select json_agg(json_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), actor, actor_id,
        action, subject, tenant_id, before, after, request_id, previous_hash, hash))::text as page
      from (select * from ${auditEvents} where id > ${after}::bigint order by id limit ${limit}::int) as events`,
  );
  const list = JSON.parse(found?.page ?? '[]') as Fields[];
  return list.map(
    ([id, at, actor, actorId, action, subject, tenantId, before, after_, requestId, previousHash, hash]) => ({
      id,
      at,
      actor,
      actorId,
      action,
      subject,
      tenantId,
      before,
      after: after_,
      requestId,
      previousHash,
      hash,
    }),
  );
}

type Fields = [
  id: number,
  at: string,
  actor: string,
  actorId: number | null,
  action: string,
  subject: string,
  tenantId: number | null,
  before: unknown,
  after: unknown,
  requestId: string,
  previousHash: string,
  hash: string,
];

async function edgeFault(
  db: Db,
  start: ChainPosition,
  end: ChainPosition,
  head: { hash: string; length: number },
): Promise<string | null> {
  if (end.length < head.length || end.hash !== head.hash)
    return `The chain ends after ${countText(end.length, 'event')}, but ${head.length} were written: the newest were removed.`;
  const [now] = await rows<{ written: number; found: number; early: number | null }>(
    db,
    sql`select (select length::int from ${auditHead}) as written,
      (select count(*)::int from ${auditEvents} where id > ${end.id}::bigint) as found,
      (select min(id)::int from ${auditEvents} where id <= ${start.id}::bigint) as early`,
  );
  if (now && now.early !== null) return `Event ${now.early} was added: the events up to ${start.id} were removed.`;
  const more = (now?.written ?? 0) - end.length;
  if (!now || now.found === more) return null;
  return `${countText(now.found, 'event follows', 'events follow')} event ${end.id}, but ${more} were written.`;
}

/** The owner of the database can cut off events and adjust the head; a checkpoint reveals it. */
function missingTail(length: number, checkpoints: readonly Checkpoint[]): string | null {
  const missed = checkpoints.find((checkpoint) => checkpoint.length > length);
  return missed
    ? `The chain ends after ${countText(length, 'event')}, but the checkpoint of ${missed.at} has ${missed.length}: the newest were removed.`
    : null;
}
