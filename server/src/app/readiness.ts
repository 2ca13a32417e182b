import type { OpenDatabase } from '../platform/database/database.ts';
import type { LiveHub } from '../platform/events/hub.ts';

/** Whether the process can answer: set by the start and the stop, asked by /api/health/ready. */
export interface Readiness {
  /** Why it cannot answer now, or null. */
  problem(): Promise<string | null>;
  /** What is wrong though it can answer. */
  warnings(): Promise<string[]>;
  /** The start says what it is doing; null when it is done. */
  starting(what: string | null): void;
  /** The process is about to stop: `problem` says so, but requests are still answered. */
  withdraw(): void;
  /** Whether it was withdrawn: connections are not kept any more. */
  isStopping(): boolean;
  /** From now on new work is refused. */
  stop(): void;
  /** Without asking the database: why requests are refused now, or null. */
  refusal(): string | null;
}

const STOPPING = 'The console is stopping.';

/** Asked which folders cannot be written to, in sentences. `needed`: only of those without which no change can be stored. */
export interface Disks {
  problems(which: 'needed' | 'others'): Promise<string[]>;
}

/** @param open asked whether it answers. @param hub asked whether changes reach this process. */
export function createReadiness(
  open: Pick<OpenDatabase, 'ping'>,
  hub: Pick<LiveHub, 'hears'>,
  disks: Disks = { problems: async () => [] },
): Readiness {
  let step: string | null = 'The console is starting.';
  let phase: 'running' | 'withdrawn' | 'stopped' = 'running';
  const refusal = (): string | null => (phase === 'stopped' ? STOPPING : step);
  return {
    refusal,
    starting: (what) => void (step = what),
    withdraw: () => void (phase = 'withdrawn'),
    isStopping: () => phase !== 'running',
    stop: () => void (phase = 'stopped'),
    warnings: () => disks.problems('others'),
    async problem() {
      const refused = phase === 'withdrawn' ? STOPPING : refusal();
      if (refused !== null) return refused;
      try {
        await open.ping();
      } catch {
        return 'The database does not answer.';
      }
      const [full] = await disks.problems('needed');
      if (full !== undefined) return full;
      return hub.hears() ? null : 'Changes are not heard of: the connection that listens for them is being made again.';
    },
  };
}
