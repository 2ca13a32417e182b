import { systemCtx } from '../../platform/context.ts';
import { prepareSchema } from '../../platform/database/roles.ts';
import { AppError } from '../../platform/errors.ts';
import { safeMessage } from '../../platform/log/serialize-error.ts';
import { openServices } from '../open-services.ts';
import { readEnv } from '../settings/env.ts';
import { runAccountCommand, UsageError } from './account-command.ts';
import { runAuditCommand } from './audit-command.ts';
import { readTarget, refuseOtherSource, runMoveCommand } from './move-command.ts';
import { checkInventoryFile, runInventoryCommand } from './inventory-command.ts';

/** Runs the command on the configured database; returns the exit code. Audited as `console command`. */
async function runOnDatabase(args: readonly string[]): Promise<number> {
  const env = readEnv();
  const moveTo = args[0] === 'move-data' ? readTarget(args.slice(1)) : undefined;
  if (moveTo !== undefined) refuseOtherSource(env);
  // A command needs only the database.
  const { services, open, outside, dataDir } = await openServices({ ...env, LOG_LEVEL: 'error', SANDBOX: false });
  try {
    await prepareSchema(open, env.DATABASE_OWNER_URL, services.log);
    const address = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
    const ctx = { ...systemCtx(services, 'console command'), requestId: `command-${services.processId.slice(0, 8)}` };
    const [first, ...rest] = args;
    if (first === 'inventory') {
      const { text, code } = await runInventoryCommand(ctx, rest);
      process.stdout.write(`${text}\n`);
      return code;
    }
    const progress = (part: string) => void process.stderr.write(part);
    if (moveTo !== undefined) {
      process.stdout.write(`${await runMoveCommand(ctx, open, { address: moveTo, dataDir }, progress)}\n`);
      return 0;
    }
    const text =
      first === 'audit' ? await runAuditCommand(ctx, rest, progress) : await runAccountCommand(ctx, args, address);
    process.stdout.write(`${text}\n`);
    return 0;
  } finally {
    outside.publishing.close();
    outside.sites.close();
    await open.close();
  }
}

const messageOf = (error: Error): string => (error instanceof AppError ? error.messages.join('\n') : error.message);

try {
  const [first, second, file] = process.argv.slice(2);
  if (first === 'inventory' && second === 'check' && file !== undefined) {
    process.stdout.write(`${await checkInventoryFile(file)}\n`);
    process.exit(0);
  }
  process.exit(await runOnDatabase(process.argv.slice(2)));
} catch (error) {
  const isExpected = error instanceof AppError || error instanceof UsageError;
  process.stderr.write(`${isExpected ? messageOf(error) : safeMessage(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
