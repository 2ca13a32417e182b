import type { Database } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { readTopicVersion, type TopicVersions } from './topic-versions.ts';

/** Something that is made from the database and kept in memory. */
interface Kept<Value> {
  /**
   * The value as of now: at least as new as every change that was acknowledged before, whichever process made it.
   * @param seen versions that were read after the request came, and before it changed anything; without them they are read now.
   */
  read(db: Database, seen?: TopicVersions): Promise<Value>;
  /** Drops the value, for changes made behind the console's back. */
  forget(db: Database): void;
}

interface Slot<Value> {
  kept: { version: number; value: Value } | undefined;
  making: Promise<{ version: number; value: Value }> | undefined;
}

/**
 * Keeps what `make` answers for as long as nothing of the topic changes: every change counts its topics up in its own
 * transaction, so one row read per request proves that the value is fresh. It is made once at a time, whoever asks.
 */
export function keptByTopic<Value>(topic: string, make: (db: Database) => Promise<Value>): Kept<Value> {
  const slotOf = prepared((): Slot<Value> => ({ kept: undefined, making: undefined }));

  async function makeAnew(db: Database, slot: Slot<Value>): Promise<{ version: number; value: Value }> {
    try {
      // The version comes first, so a value that already holds a newer change is only made once more than needed.
      const version = await readTopicVersion(db, topic);
      const made = { version, value: await make(db) };
      slot.kept = made;
      return made;
    } finally {
      slot.making = undefined;
    }
  }

  return {
    async read(db, seen) {
      const version = seen === undefined ? await readTopicVersion(db, topic) : (seen[topic] ?? 0);
      const slot = slotOf(db);
      while (slot.kept?.version !== version) {
        slot.making ??= makeAnew(db, slot);
        const made = await slot.making;
        // One that was under way may have begun before the change; one that began later has seen it.
        if (made.version >= version) return made.value;
      }
      return slot.kept.value;
    },
    forget(db) {
      slotOf(db).kept = undefined;
    },
  };
}
