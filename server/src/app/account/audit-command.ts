import { countText } from '@mission-control/contract/numbers';
import { checkAudit } from '../../features/audit/service.ts';
import { CommandError, UsageError, type Command } from './command.ts';

const AUDIT_USAGE = `Usage: npm run audit -- COMMAND

  verify                checks the whole audit log against its hashes and signed checkpoints; names the first altered
                        event (exit code 3)`;

/** Parses a command on the audit log, which throws a CommandError naming the first fault. @throws UsageError */
export function parseAuditCommand(args: readonly string[]): Command {
  if (args.join(' ') !== 'verify') throw new UsageError(AUDIT_USAGE);
  return (withConsole) =>
    withConsole(async ({ ctx, print }) => {
      let last = { checked: 0, total: 0, checkpoints: 0 };
      let shown = -1;
      const fault = await checkAudit(ctx, (progress) => {
        last = progress;
        const percent = Math.floor((100 * progress.checked) / progress.total);
        if (percent >= shown + 5) print(`${(shown = percent)}% of ${progress.total} events\n`);
      });
      if (fault !== null) throw new CommandError(fault, 3);
      const found = `${countText(last.checked, 'event')}, ${countText(last.checkpoints, 'checkpoint')}`;
      return { text: `The audit log is intact: ${found}.`, code: 0 };
    });
}
