import { resultTitle } from '@mission-control/contract/inventory/plan';
import { createHash } from 'node:crypto';
import {
  applyInventory,
  checkInventory,
  planInventory,
  planText,
  readInventoryText,
  withLines,
} from '../../features/inventory/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { UsageError } from './account-command.ts';

export const INVENTORY_USAGE = `Usage: npm run inventory -- COMMAND FILE

  check FILE   reports every error with its line and path; needs no database
  plan FILE    shows what would be added, changed and removed, and conflicts; the exit code is 2 if anything differs
  apply FILE   makes these changes one by one, except those in conflict. Servers are not touched`;

/** Output and exit code of a command. */
export interface Outcome {
  text: string;
  code: 0 | 2;
}

/** Validates an inventory file. @throws AppError('refused') listing every fault with its line */
export async function checkInventoryFile(path: string): Promise<string> {
  const text = await readInventoryText(path);
  const checked = checkInventory(text);
  if ('faults' in checked)
    throw new AppError(
      'refused',
      withLines(text, checked.faults).map((fault) => `${path}:${fault}`),
    );
  const { tenants, environments } = checked.inventory;
  return `${path} is valid: ${tenants.length} tenants on ${environments.length} environments.`;
}

/** Runs `plan` or `apply`. @throws UsageError; AppError('refused') listing the faults of the file */
export async function runInventoryCommand(ctx: Ctx, [command, path, ...rest]: readonly string[]): Promise<Outcome> {
  if (path === undefined || rest.length > 0 || (command !== 'plan' && command !== 'apply'))
    throw new UsageError(INVENTORY_USAGE);
  await checkInventoryFile(path);
  const text = await readInventoryText(path);
  const checked = checkInventory(text);
  if ('faults' in checked) throw new AppError('refused', checked.faults);
  if (command === 'plan') {
    const { steps } = await planInventory(ctx, checked.inventory);
    return { text: planText(steps), code: steps.length > 0 ? 2 : 0 };
  }
  const hash = createHash('sha256').update(text).digest('hex');
  const results = await applyInventory(ctx, checked.inventory, { hash });
  const lines = results.map((one) => `${resultTitle(one)}${one.reason === '' ? '' : `: ${one.reason}`}`);
  return {
    text: lines.length === 0 ? 'Nothing differs.' : lines.join('\n'),
    code: results.some(({ result }) => result === 'left') ? 2 : 0,
  };
}
