import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAudit } from '../../features/audit/service.ts';
import type { Ctx } from '../../platform/context.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { markMoved } from '../../platform/database/embedded/pglite.ts';
import { moveDatabase } from '../../platform/database/move.ts';
import { openPostgres } from '../../platform/database/postgres/postgres.ts';
import { AppError } from '../../platform/errors.ts';
import { createJobQueue } from '../../platform/jobs/boss.ts';
import { UsageError } from './account-command.ts';

export const MOVE_USAGE = `Usage: npm run move-data -- --to postgres://USER@HOST/DATABASE

  Copies the embedded database of DATA_DIR into an empty PostgreSQL database, verifies the audit log there, and retires the
  embedded one. Stop the console first; start it with DATABASE_URL and the same DATA_DIR afterwards.`;

/** The address after `--to`. @throws UsageError */
export function readTarget(args: readonly string[]): string {
  const [flag, address = '', ...rest] = args;
  if (flag !== '--to' || rest.length > 0 || !/^postgres(ql)?:\/\//.test(address)) throw new UsageError(MOVE_USAGE);
  return address;
}

/** Rejects anything but an embedded console, before opening anything. @throws AppError('refused') */
export function refuseOtherSource({
  DATABASE_URL,
  DATA_DIR,
}: {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
}): void {
  if (DATABASE_URL !== undefined)
    throw new AppError(
      'refused',
      'DATABASE_URL is set: this console already uses PostgreSQL. Unset it to move the embedded one.',
    );
  if (!existsSync(join(DATA_DIR, 'database')))
    throw new AppError('refused', `There is no embedded database in DATA_DIR (${DATA_DIR}).`);
}

/**
 * Copies the embedded database to the address and retires it. Files and keys stay in DATA_DIR, which both consoles use.
 * @param print reports the progress
 * @returns the text to print
 * @throws AppError('refused'), leaving everything unchanged
 */
export async function runMoveCommand(
  ctx: Ctx,
  source: OpenDatabase,
  { address, dataDir }: { address: string; dataDir: string },
  print: (text: string) => void,
): Promise<string> {
  const target = openPostgres(address, ctx.log);
  try {
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
