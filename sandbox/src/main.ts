import { renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { INVENTORY_TENANTS } from '@mission-control/contract/inventory/schema';
import { generateInventory } from './generate-inventory.ts';

const USAGE = 'Use: node sandbox/src/main.ts --tenants 250 --seed 1 --today YYYY-MM-DD --out FILE';

const wishes = z.strictObject({
  tenants: z.coerce.number().int().min(1).max(INVENTORY_TENANTS),
  seed: z.coerce.number().int(),
  today: z.iso.date(),
  out: z.string().min(1),
});

/** Writes the inventory of the sandbox fleet to a file; readers see the old file or the whole new one. */
function main(): void {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ options: { tenants: option, seed: option, today: option, out: option } });
  const parsed = wishes.safeParse(values);
  if (!parsed.success) throw new Error(`${USAGE}\n${z.prettifyError(parsed.error)}`);
  const { out, ...fleet } = parsed.data;
  const inventory = generateInventory(fleet);
  writeFileSync(`${out}.new`, JSON.stringify(inventory));
  renameSync(`${out}.new`, out);
  process.stdout.write(
    `Wrote ${inventory.tenants.length} tenants on ${inventory.environments.length} environments to ${out}.\n`,
  );
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
