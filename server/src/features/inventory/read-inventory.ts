import { readFile, stat } from 'node:fs/promises';
import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import { inventorySchema, type Inventory } from '@mission-control/contract/inventory/schema';
import { AppError } from '../../platform/errors.ts';

const MAX_FILE_BYTES = 400 * 1024 * 1024;

/** Reads and validates an inventory file. @throws AppError('refused') listing every fault with its path */
export async function readInventoryFile(path: string): Promise<Inventory> {
  const size = await read(path, async () => (await stat(path)).size);
  if (size > MAX_FILE_BYTES) throw refused([`The file has ${size} bytes; at most ${MAX_FILE_BYTES} are read.`]);
  return parseInventory(await read(path, () => readFile(path, 'utf8')));
}

async function read<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
    throw new AppError('refused', `INVENTORY_FILE (${path}) cannot be read: ${REASONS[code] ?? code}.`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'reading it is not permitted',
  EISDIR: 'it is a folder',
};

/** Parses and validates an inventory. @throws AppError('refused') listing every fault with its path */
export function parseInventory(text: string): Inventory {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refused([`It is not valid JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const parsed = inventorySchema.safeParse(json);
  if (!parsed.success) throw refused(parsed.error.issues.map(({ path, message }) => `${pathOf(path)}: ${message}`));
  const faults = inventoryFaults(parsed.data);
  if (faults.length > 0) throw refused(faults);
  return parsed.data;
}

const refused = (faults: string[]): AppError =>
  new AppError('refused', ['The inventory was not imported. Correct it and start again.', ...faults]);

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`;
    return place === '' ? String(key) : `${place}.${String(key)}`;
  }, '') || 'inventory';
