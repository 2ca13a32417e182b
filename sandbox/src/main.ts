import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FLEET_TENANTS } from '@mission-control/contract/inventory/schema';
import { generateParts } from './generate-inventory.ts';
import { writeServerFiles } from './server-files.ts';

const USAGE =
  'Use: node sandbox/src/main.ts --tenants 250 --seed 1 --today YYYY-MM-DD [--until TIME] [--servers FOLDER] --out FILE';

/** Parses an integer from `min` to `max`. */
function wholeNumber(text: string | undefined, name: string, min: number, max: number): number {
  const number = Number(text);
  if (text && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`--${name} must be a whole number from ${min} to ${max}.\n${USAGE}`);
}

/**
 * Writes the inventory to a file, each part on a line, and the files of its servers: both atomically. Existing servers are kept, because
 * two consoles may start on the same folder.
 */
function writeFleet(parts: ReturnType<typeof generateParts>, out: string, servers: string | undefined): void {
  const unfinished = (path: string): string => `${path}.${process.pid}`;
  try {
    const file = openSync(unfinished(out), 'w', 0o600);
    for (const part of parts) {
      if ('regions' in part && servers !== undefined) {
        mkdirSync(unfinished(servers), { recursive: true, mode: 0o750 });
        writeServerFiles(unfinished(servers), part);
      }
      writeFileSync(file, `${JSON.stringify(part)}\n`);
    }
    closeSync(file);
    if (servers !== undefined && !existsSync(servers)) renameSync(unfinished(servers), servers);
    renameSync(unfinished(out), out);
  } finally {
    for (const path of [out, servers ?? out]) rmSync(unfinished(path), { recursive: true, force: true });
  }
}

/** Generates the sandbox fleet. */
function main(): void {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { tenants: option, seed: option, today: option, until: option, servers: option, out: option },
  });
  const { today = '', until, out } = values;
  if (Number.isNaN(Date.parse(`${today}T00:00:00Z`))) throw new Error(`--today must be a date.\n${USAGE}`);
  if (until !== undefined && Number.isNaN(Date.parse(until))) throw new Error(`--until must be a time.\n${USAGE}`);
  if (!out) throw new Error(`--out must name the file to write.\n${USAGE}`);
  const parts = generateParts({
    tenants: wholeNumber(values.tenants, 'tenants', 1, FLEET_TENANTS),
    seed: wholeNumber(values.seed, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    today,
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  });
  writeFleet(parts, out, values.servers);
  process.stdout.write(`Wrote ${values.tenants} tenants to ${out}.\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
