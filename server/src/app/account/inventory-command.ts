import { resultTitle } from '@mission-control/contract/inventory/plan';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { countText } from '@mission-control/contract/numbers';
import { hash } from 'node:crypto';
import {
  applyInventory,
  checkInventory,
  planInventory,
  planText,
  readInventoryText,
  withLines,
} from '../../features/inventory/public.ts';
import { AppError } from '../../platform/errors.ts';
import { UsageError, type Command, type OpenConsole, type Outcome } from './command.ts';

const INVENTORY_USAGE = `Usage: npm run inventory -- COMMAND FILE

  check FILE   reports every error with its line and path; needs no database
  plan FILE    shows what would be added, changed and removed, and conflicts; the exit code is 2 if anything differs
  apply FILE   makes these changes one by one, except those in conflict. Servers are not touched`;

/** Parses a command on an inventory file, which throws AppError('refused') listing every fault of the file. @throws UsageError */
export function parseInventoryCommand([command, path, ...rest]: readonly string[]): Command {
  if (path === undefined || rest.length > 0) throw new UsageError(INVENTORY_USAGE);
  if (command === 'check')
    return async () => ({ text: summaryOf(path, (await readInventory(path)).inventory), code: 0 });
  if (command !== 'plan' && command !== 'apply') throw new UsageError(INVENTORY_USAGE);
  const work = command === 'plan' ? plan : apply;
  return async (withConsole) => {
    const file = await readInventory(path);
    return withConsole((console) => work(console, file));
  };
}

interface InventoryFile {
  inventory: Inventory;
  /** SHA-256. */
  hash: string;
}

/** @throws AppError('refused') listing every fault with its line */
async function readInventory(path: string): Promise<InventoryFile> {
  const text = await readInventoryText(path);
  const checked = checkInventory(text);
  if ('inventory' in checked) return { inventory: checked.inventory, hash: hash('sha256', text) };
  throw new AppError(
    'refused',
    withLines(text, checked.faults).map((fault) => `${path}:${fault}`),
  );
}

const summaryOf = (path: string, { tenants, environments }: Inventory): string =>
  `${path} is valid: ${countText(tenants.length, 'tenant')} on ${countText(environments.length, 'environment')}.`;

async function plan({ ctx }: OpenConsole, { inventory }: InventoryFile): Promise<Outcome> {
  const { steps } = await planInventory(ctx, inventory);
  return { text: planText(steps), code: steps.length > 0 ? 2 : 0 };
}

async function apply({ ctx, prepareJobs }: OpenConsole, file: InventoryFile): Promise<Outcome> {
  await prepareJobs();
  const results = await applyInventory(ctx, file.inventory, { hash: file.hash });
  const lines = results.map((one) => `${resultTitle(one)}${one.reason === '' ? '' : `: ${one.reason}`}`);
  return {
    text: lines.length === 0 ? 'Nothing differs.' : lines.join('\n'),
    code: results.some(({ result }) => result === 'left') ? 2 : 0,
  };
}
