import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { rows } from '../../../platform/database/database.ts';
import { runOutput, runs } from '../tables.ts';

/** A piece of output and its offset, in UTF-16 units. */
export interface Piece {
  start: number;
  at: Date;
  text: string;
}

/** Adds a piece, idempotently. False when the run has ended or no longer belongs to this process. */
export async function appendPiece(db: Transaction, runId: number, owner: string, piece: Piece): Promise<boolean> {
  const next = piece.start + piece.text.length;
  const at = piece.at.toISOString();
  const mine = await rows<{ id: number }>(
    db,
    sql`with mine as (
      update ${runs} set output_length = greatest(output_length, ${next}::bigint), seen_at = clock_timestamp(), unseen_at = null
      where id = ${runId} and owner = ${owner} and outcome = 'running' returning id
    ), added as (
      insert into ${runOutput} (run_id, start, next, at, text)
      select id, ${piece.start}::bigint, ${next}::bigint, ${at}::timestamptz, ${piece.text} from mine
      on conflict do nothing
    ) select id from mine`,
  );
  return mine.length > 0;
}

/** Pieces that end after an offset, in order, until they have at least `enough` units. */
export async function listPieces(db: Db, runId: number, from: number, enough: number): Promise<Piece[]> {
  return db
    .select({ start: runOutput.start, at: runOutput.at, text: runOutput.text })
    .from(runOutput)
    .where(
      and(eq(runOutput.runId, runId), gt(runOutput.next, from), sql`${runOutput.start} < ${from + enough}::bigint`),
    )
    .orderBy(asc(runOutput.start));
}

/** Replaces the output of runs that ended before by a note; runs that contain only the note are unchanged. */
export async function removeOldOutput(db: Db, before: Date, note: string): Promise<void> {
  await db.execute(sql`
    with old as (
      select ${runs.id} as id from ${runs} where ${runs.endedAt} < ${before.toISOString()}::timestamptz
        and exists (select 1 from ${runOutput} where ${runOutput.runId} = ${runs.id} and ${runOutput.text} <> ${note})
    ), gone as (
      delete from ${runOutput} using old where ${runOutput.runId} = old.id and ${runOutput.start} > 0
    ), noted as (
      update ${runOutput} set text = ${note}, next = ${note.length} from old
      where ${runOutput.runId} = old.id and ${runOutput.start} = 0
    )
    update ${runs} set output_length = ${note.length} from old where ${runs.id} = old.id`);
}
