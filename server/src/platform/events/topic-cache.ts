import type { Topic } from '@mission-control/contract/topics';
import { type Database, perDatabase } from '../database/database.ts';
import { readTopicVersion, type TopicVersions } from './topic-versions.ts';

/** A value derived from the database and cached in memory. */
interface TopicCache<Value> {
  /**
   * The current value: at least as fresh as every change acknowledged before, by any process.
   * @param seen versions read after the request arrived and before it changed anything; read now when absent
   */
  read(db: Database, seen?: TopicVersions): Promise<Value>;
  /** Drops the value, for changes made outside the console. */
  forget(db: Database): void;
}

interface Slot<Value> {
  kept: { version: number; value: Value } | undefined;
  making: Promise<{ version: number; value: Value }> | undefined;
}

/**
 * Caches the result of `make` until one of the topics changes. Every change increments its topic versions in its own transaction, so
 * reading them per request validates the cache. `make` never runs concurrently.
 */
export function createTopicCache<Value>(
  topics: readonly Topic[],
  make: (db: Database) => Promise<Value>,
): TopicCache<Value> {
  const slotOf = perDatabase((): Slot<Value> => ({ kept: undefined, making: undefined }));

  /** Versions only rise, and so does their sum. */
  async function versionOf(db: Database, seen?: TopicVersions): Promise<number> {
    const versions = seen
      ? topics.map((topic) => seen[topic] ?? 0)
      : await Promise.all(topics.map((topic) => readTopicVersion(db, topic)));
    return versions.reduce((sum, version) => sum + version, 0);
  }

  async function remake(db: Database, slot: Slot<Value>): Promise<{ version: number; value: Value }> {
    try {
      // The version is read first: a value that already includes a newer change is at worst recomputed once more.
      const version = await versionOf(db);
      const made = { version, value: await make(db) };
      slot.kept = made;
      return made;
    } finally {
      slot.making = undefined;
    }
  }

  return {
    async read(db, seen) {
      const version = await versionOf(db, seen);
      const slot = slotOf(db);
      while (slot.kept?.version !== version) {
        slot.making ??= remake(db, slot);
        const made = await slot.making;
        // A run already in progress may have started before the change; one started later includes it.
        if (made.version >= version) return made.value;
      }
      return slot.kept.value;
    },
    forget(db) {
      slotOf(db).kept = undefined;
    },
  };
}
