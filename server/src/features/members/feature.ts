import type { ImportedSheet, Validated } from '@mission-control/contract/members/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { SheetError } from '@mission-control/spreadsheet';
import { COLUMN_NOTES, IMPORTABLE_COLUMNS } from '@mission-control/contract/members/columns';
import { listMemberColumns, readMembers, validateMembers } from '@mission-control/contract/members/calls';
import { SerializedJson, handle } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import { refusedSheet } from './sheet-answer.ts';
import { validateBytes } from './validate-bytes.ts';
import { runMemberJob } from './worker/host.ts';

/** Bodies up to this many bytes are validated faster than a thread starts. */
const MAX_INLINE_BYTES = 32 * 1024;
/** Longer than the default, which guards against files that expand while read: here the work is bounded by the size of the body. */
const TIMEOUT_MS = 60_000;

/** Reads a spreadsheet [IMP-06] without storing it. An unreadable sheet is a result, not an error. */
async function readSheet(file: File): Promise<ImportedSheet | SerializedJson> {
  try {
    return new SerializedJson(await runMemberJob({ kind: 'read', name: file.name }, await file.bytes()));
  } catch (error) {
    if (error instanceof SheetError) return refusedSheet(error.message);
    throw error;
  }
}

/**
 * Validates members and generates their SQL [IMP-07]. The audit event contains the counts and nothing of the spreadsheet; the SQL
 * itself runs outside of the console.
 * @param body the JSON body of the call
 * @throws AppError('bad_request') if it is malformed, AppError('refused') if it is too large to process
 */
async function validate(ctx: Ctx, body: Uint8Array): Promise<SerializedJson> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const json = body.byteLength <= MAX_INLINE_BYTES ? validateBytes(body, today) : await validateInThread(body, today);
  const written = writtenOf(json);
  if (written)
    await inTransaction(ctx, async ({ record }) =>
      record({ action: 'members.written', subject: 'SQL', before: null, after: written, topics: [TOPIC.members] }),
    );
  return new SerializedJson(json);
}

const validateInThread = (body: Uint8Array, today: string): Promise<Uint8Array> =>
  runMemberJob({ kind: 'validate', today }, body, { timeoutMs: TIMEOUT_MS }).catch((error: unknown): never => {
    throw error instanceof SheetError ? new AppError('refused', error.message, { cause: error }) : error;
  });

/** Dialect and count from the first keys of the response; undefined without SQL. */
function writtenOf(json: Uint8Array): { dialect: Validated['dialect']; members: number } | undefined {
  const start = Buffer.from(json.buffer, json.byteOffset, Math.min(json.byteLength, 100)).toString('latin1');
  const [, dialect, count] = /^\{"valid":true,"dialect":"(mariadb|postgres)","count":(\d+),/.exec(start) ?? [];
  return dialect === undefined ? undefined : { dialect: dialect as Validated['dialect'], members: Number(count) };
}

export const memberFeature = {
  routes: [
    handle(listMemberColumns, async () => ({ columns: [...IMPORTABLE_COLUMNS], notes: COLUMN_NOTES })),
    handle(readMembers, (_ctx, { body }) => readSheet(body.file)),
    handle(validateMembers, (ctx, _input, { bytes = new Uint8Array() }) => validate(ctx, bytes)),
  ],
} satisfies Feature;
