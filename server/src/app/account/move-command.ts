import { checkAudit } from '../../features/audit/service.ts';
import type { Ctx } from '../../platform/context.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { markMoved } from '../../platform/database/embedded/pglite.ts';
import { moveDatabase, requireEmpty } from '../../platform/database/move.ts';
import { openPostgres } from '../../platform/database/postgres/postgres.ts';
import { AppError } from '../../platform/errors.ts';
import { createJobQueue } from '../../platform/jobs/boss.ts';
import { readEnv } from '../settings/env.ts';
import { UsageError, type Command, type OpenConsole } from './command.ts';

const MOVE_USAGE = `Usage: npm run move-data -- --to postgres://USER@HOST/DATABASE

  Copies the embedded database of DATA_DIR into an empty PostgreSQL database, verifies the audit log there, and retires the
  embedded one. Stop the console first; start it with DATABASE_URL and the same DATA_DIR afterwards.`;

/** Parses the command that copies the embedded database to an address and retires it. @throws UsageError */
export function parseMoveCommand(args: readonly string[]): Command {
  const [flag, address = '', ...rest] = args;
  if (flag !== '--to' || rest.length > 0 || !/^postgres(ql)?:\/\//.test(address)) throw new UsageError(MOVE_USAGE);
  return async (withConsole) => {
    if (readEnv().DATABASE_URL !== undefined)
      throw new AppError(
        'refused',
        'DATABASE_URL is set: this console already uses PostgreSQL. Unset it to move the embedded one.',
      );
    return withConsole(async (console) => ({ text: await moveTo(address, console), code: 0 }));
  };
}

/**
 * Copies the embedded database to the address and retires it. Files and keys stay in DATA_DIR, which both consoles use.
 * @returns the text to print
 * @throws AppError('refused'), leaving everything unchanged
 */
export async function moveTo(
  address: string,
  { ctx, open: source, dataDir, print }: Pick<OpenConsole, 'ctx' | 'open' | 'dataDir' | 'print'>,
): Promise<string> {
  const target = openPostgres(address, ctx.log);
  try {
    await requireEmpty(target.db);
    for (const open of [source, target]) await prepareJobs(ctx, open);
    let events = 0;
    const { tables, rows } = await moveDatabase(source, target, {
      onTable: (name, copied) => (copied > 0 ? print(`${name}: ${copied}\n`) : undefined),
      faultOf: (db) => checkAudit({ ...ctx, db }, ({ checked }) => void (events = checked)),
    });
    markMoved(dataDir, ctx.clock.now());
    return [
      `Moved ${rows} rows of ${tables} tables; the audit log is intact: ${events} events.`,
      `Start the console with DATABASE_URL and this DATA_DIR (${dataDir}): it contains the keys and files.`,
      'If the running console has its own database role, set DATABASE_OWNER_URL to this address (docs/operating.md).',
    ].join('\n');
  } finally {
    await target.close();
  }
}

/** Brings the job queue's schema up to date. */
async function prepareJobs({ log }: Ctx, open: OpenDatabase): Promise<void> {
  const queue = createJobQueue(open, log, false);
  await open.withLongTimeouts(() => queue.prepare([]));
  await queue.stop(0);
}
