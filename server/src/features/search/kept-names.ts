import type { Database } from '../../platform/database/database.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { listNames, type NameRow } from './queries.ts';

interface Names {
  version: number;
  rows: readonly NameRow[];
}

interface Slot {
  kept: Names | undefined;
  reading: Promise<Names> | undefined;
}

/** One per database, since tests have several. */
const slots = new WeakMap<Database, Slot>();

/**
 * The names of all tenants, kept in memory. They are fresh as the prepared tenant list is: every change of a tenant counts the
 * topic `tenants` up in its own transaction, and one row read per search proves that nothing changed, whichever process wrote.
 */
export async function currentNames(db: Database): Promise<readonly NameRow[]> {
  const version = await readTopicVersion(db, 'tenants');
  let slot = slots.get(db);
  if (!slot) slots.set(db, (slot = { kept: undefined, reading: undefined }));
  while (slot.kept?.version !== version) {
    // Whoever comes while the names are read waits, instead of reading them once more each.
    slot.reading ??= read(db, slot);
    const names = await slot.reading;
    // A reading that was under way may have begun before the change; one that began later has seen it.
    if (names.version >= version) return names.rows;
  }
  return slot.kept.rows;
}

async function read(db: Database, slot: Slot): Promise<Names> {
  try {
    // The version comes first, so names that already hold a newer change are only read once more than needed.
    const version = await readTopicVersion(db, 'tenants');
    slot.kept = { version, rows: await listNames(db) };
    return slot.kept;
  } finally {
    slot.reading = undefined;
  }
}
