import type { ImportedSheet, Validated } from '@mission-control/contract/members/schema';
import { WrittenJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { SheetError } from '@mission-control/spreadsheet';
import { refusedSheet } from './sheet-answer.ts';
import { validateBytes } from './validate-bytes.ts';
import { runMemberJob } from './worker/host.ts';

/** Bytes of a body that is checked sooner than a thread has started. */
const SMALL = 32 * 1024;
/** The work grows with the body, which is bounded; twenty seconds are for files that grow while they are read. */
const LONGEST_MS = 60_000;

/** Reads a spreadsheet [IMP-06]; it is not kept. What is wrong with it is an answer, not an error. */
export async function readSheet(file: File): Promise<ImportedSheet | WrittenJson> {
  try {
    return new WrittenJson(await runMemberJob('read', await file.bytes(), { name: file.name }));
  } catch (error) {
    if (error instanceof SheetError) return refusedSheet(error.message);
    throw error;
  }
}

/**
 * Checks members and writes their SQL [IMP-07]. That somebody was given SQL is recorded with its counts, and nothing of the
 * spreadsheet: what it changes, it changes where the console does not see it.
 * @param body the JSON of the call, which is read in a thread
 * @throws AppError('bad_request') when it is not of the documented form; AppError('refused') when it is too much
 */
export async function validate(ctx: Ctx, body: Uint8Array): Promise<WrittenJson> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const json = body.byteLength <= SMALL ? validateBytes(body, today) : await validateInThread(body, today);
  const written = writtenOf(json);
  if (written)
    await inTransaction(ctx, async ({ record }) =>
      record({ action: 'members.written', subject: 'SQL', before: null, after: written, topics: ['members'] }),
    );
  return new WrittenJson(json);
}

const validateInThread = (body: Uint8Array, today: string): Promise<Uint8Array> =>
  runMemberJob('validate', body, { today }, undefined, { timeoutMs: LONGEST_MS }).catch((error: unknown): never => {
    throw error instanceof SheetError ? new AppError('refused', error.message, { cause: error }) : error;
  });

/** What SQL an answer holds, by its first keys; undefined without SQL. */
function writtenOf(json: Uint8Array): { dialect: Validated['dialect']; members: number } | undefined {
  const start = Buffer.from(json.buffer, json.byteOffset, Math.min(json.byteLength, 100)).toString('latin1');
  const [, dialect, count] = /^\{"valid":true,"dialect":"(mariadb|postgres)","count":(\d+),/.exec(start) ?? [];
  return dialect === undefined ? undefined : { dialect: dialect as Validated['dialect'], members: Number(count) };
}
