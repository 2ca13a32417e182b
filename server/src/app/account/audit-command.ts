import { checkAudit } from '../../features/audit/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { UsageError } from './account-command.ts';

export const AUDIT_USAGE = `Usage: npm run audit -- COMMAND

  verify                checks the whole audit against its hashes and signed checkpoints; names the first altered event`;

/**
 * Runs a command on the audit log; returns the text to print.
 * @param print reports the progress
 * @throws UsageError; AppError('refused') naming the first fault
 */
export async function runAuditCommand(
  ctx: Ctx,
  args: readonly string[],
  print: (text: string) => void,
): Promise<string> {
  if (args.join(' ') !== 'verify') throw new UsageError(AUDIT_USAGE);
  let last = { checked: 0, total: 0, checkpoints: 0 };
  let shown = -1;
  const fault = await checkAudit(ctx, (progress) => {
    last = progress;
    const percent = Math.floor((100 * progress.checked) / progress.total);
    if (percent >= shown + 5) print(`${(shown = percent)} % of ${progress.total} events\n`);
  });
  if (fault !== null) throw new AppError('refused', fault);
  return `The audit is intact: ${last.checked} events, ${last.checkpoints} checkpoints.`;
}
