import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';

/** Whether the process can answer: set by the start and the stop, asked by /api/health/ready. */
export interface Readiness {
  /** Why it cannot answer now, or null. */
  problem(db: Database): Promise<string | null>;
  /** The start says what it is doing; null when it is done. */
  starting(what: string | null): void;
  /** From now on new work is refused. */
  stop(): void;
  /** Without asking the database: why requests are refused now, or null. */
  refusal(): string | null;
}

export function createReadiness(): Readiness {
  let step: string | null = 'The console is starting.';
  let stopping = false;
  const refusal = (): string | null => (stopping ? 'The console is stopping.' : step);
  return {
    refusal,
    starting: (what) => void (step = what),
    stop: () => void (stopping = true),
    async problem(db) {
      const refused = refusal();
      if (refused !== null) return refused;
      try {
        await db.execute(sql`select 1`);
        return null;
      } catch {
        return 'The database does not answer.';
      }
    },
  };
}
