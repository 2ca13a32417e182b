import { AppError } from '../../platform/errors.ts';
import { safeMessage } from '../../platform/log/serialize-error.ts';
import { parseAccountCommand } from './account-command.ts';
import { parseAuditCommand } from './audit-command.ts';
import { CommandError, type Command } from './command.ts';
import { parseInventoryCommand } from './inventory-command.ts';
import { parseMoveCommand } from './move-command.ts';
import { withConsole } from './with-console.ts';

function parse(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === 'audit') return parseAuditCommand(rest);
  if (first === 'inventory') return parseInventoryCommand(rest);
  return first === 'move-data' ? parseMoveCommand(rest) : parseAccountCommand(args);
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.messages.join('\n');
  return error instanceof CommandError ? error.message : safeMessage(error);
}

try {
  const command = parse(process.argv.slice(2));
  const { text, code } = await command(withConsole);
  process.stdout.write(`${text}\n`);
  process.exit(code);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
}
