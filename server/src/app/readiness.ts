import type { OpenDatabase } from '../platform/database/database.ts';
import type { LiveHub } from '../platform/events/hub.ts';

/** Whether the process can serve requests: set by start and stop, queried by /api/health/ready. */
export interface Readiness {
  /** Why it cannot serve requests now, or null. */
  problem(): Promise<string | null>;
  /** Problems that do not prevent serving. */
  warnings(): Promise<string[]>;
  /** Sets the persistent warning; null clears it. */
  warn(what: string | null): void;
  /** Reports the current start-up step; null when complete. */
  starting(what: string | null): void;
  /** The process is about to stop: `problem` reports it, but requests are still served. */
  withdraw(): void;
  /** Whether it was withdrawn; connections are no longer kept alive. */
  isStopping(): boolean;
  /** Rejects new work from now on. */
  stop(): void;
  /** Why requests are rejected now, or null; does not query the database. */
  refusal(): string | null;
}

/** A statement may occupy the only connection of an embedded database for seconds; one that never ends must not block the probe. */
const MAX_PING_MS = 10_000;

function responds(open: Pick<OpenDatabase, 'ping'>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const silent = setTimeout(resolve, MAX_PING_MS, false);
  open
    .ping()
    .then(
      () => resolve(true),
      () => resolve(false),
    )
    .finally(() => clearTimeout(silent));
  return promise;
}

const STOPPING = 'The console is stopping.';

/** Returns sentences about unwritable folders. `needed`: only of folders required to store changes. */
export interface Disks {
  problems(which: 'needed' | 'others'): Promise<string[]>;
}

/**
 * @param open the database to ping
 * @param hub reports whether change notifications arrive
 * @param probing reports a fault of the monitoring thread
 */
export function createReadiness(
  open: Pick<OpenDatabase, 'ping'>,
  hub: Pick<LiveHub, 'isListening'>,
  disks: Disks = { problems: async () => [] },
  probing: { warning: string | null } = { warning: null },
): Readiness {
  let warning: string | null = null;
  let step: string | null = 'The console is starting.';
  let phase: 'running' | 'withdrawn' | 'stopped' = 'running';
  const refusal = (): string | null => (phase === 'stopped' ? STOPPING : step);
  return {
    refusal,
    starting: (what) => void (step = what),
    withdraw: () => void (phase = 'withdrawn'),
    isStopping: () => phase !== 'running',
    stop: () => void (phase = 'stopped'),
    warnings: async () => [
      ...[warning, probing.warning].filter((one) => one !== null),
      ...(await disks.problems('others')),
    ],
    warn: (what) => void (warning = what),
    async problem() {
      const refused = phase === 'withdrawn' ? STOPPING : refusal();
      if (refused !== null) return refused;
      if (!(await responds(open))) return 'The database does not respond.';
      const [full] = await disks.problems('needed');
      if (full !== undefined) return full;
      return hub.isListening()
        ? null
        : 'Change notifications are not received: the listening connection is being re-established.';
    },
  };
}
