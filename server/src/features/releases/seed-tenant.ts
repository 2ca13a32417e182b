import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { startRun, type Click, type StartedRun } from '../runs/public.ts';
import { findTenantByName } from './queries.ts';

const TIME_LIMIT_MS = 30 * 60_000;

/**
 * Starts seeding a tenant with the configured command.
 * @throws AppError('not_found'); AppError('refused') without a command, or for a name the command could misread; AppError('conflict') while
 * the tenant is being seeded
 */
export async function seedNamedTenant(ctx: Ctx, name: string, click?: Click): Promise<StartedRun> {
  const tenantId = await findTenantByName(ctx.db, name);
  if (tenantId === undefined) throw new AppError('not_found', `There is no tenant ${name}.`);
  const command = ctx.ports.releaseRunner.seed;
  if (!command) throw new AppError('refused', 'No seed command is configured. Set SEED_COMMAND.');
  const argv = command.argv.map((argument) => withTenant(argument, name));
  return startRun(ctx, {
    kind: 'seed',
    subject: name,
    tenantId,
    facts: { tenant: name },
    click,
    locks: [`seed:${tenantId}`],
    work: async (work) => {
      await work.command(argv, { cwd: command.cwd, timeLimitMs: TIME_LIMIT_MS, echo: false });
    },
  });
}

/** The command must not be able to read the name as an option. */
function withTenant(argument: string, name: string): string {
  if (argument.startsWith('{tenant}') && name.startsWith('-')) {
    throw new AppError('refused', `The seed command could read the name ${name} as an option. Rename the tenant.`);
  }
  return argument.replaceAll('{tenant}', () => name);
}
