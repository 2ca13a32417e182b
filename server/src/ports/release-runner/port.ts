import type { ProcessMark, Sight } from '../../platform/processes/process-mark.ts';

/** One command. It is no shell's: every argument arrives as it is. */
export interface Command {
  /** The program and its arguments. */
  argv: readonly string[];
  /** Absolute folder it runs in. */
  cwd: string;
  /** Besides the variables that the installation allows; nothing else of the console's own environment reaches it. */
  env?: Readonly<Record<string, string>>;
  /** It is ended with its process group after so many ms. */
  timeLimitMs: number;
  /** Ends it with its process group. */
  signal: AbortSignal;
  onStart?: (mark: ProcessMark) => Promise<void>;
  /** Its output as it comes; the command waits while the promise is open. */
  onOutput: (bytes: Uint8Array, source: 'out' | 'error') => Promise<void>;
}

/** How a command ended. */
export interface CommandEnd {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  signal: string | null;
  /** What ended it: `itself`, also by a foreign signal. */
  by: 'itself' | 'time limit' | 'abort';
}

/** A command that the installation configured. */
export interface ConfiguredCommand {
  /** Arguments; a part like `{tenant}` stands for a value that is known when it runs. */
  argv: readonly string[];
  cwd: string;
}

/** Runs commands, each in a process group of its own. */
export interface ReleaseRunner {
  /** Fills a tenant with its first data; null: the installation has no such command. */
  seed: ConfiguredCommand | null;
  /** Secrets that every command is given; no output may show them. */
  secrets: readonly string[];
  /**
   * Resolves when the command has ended, none of its group is left, and all its output was taken.
   * @throws AppError('target_failed') when it cannot be started
   */
  run(command: Command): Promise<CommandEnd>;
  /** Whether the command of the mark, or something of its group, still runs; `unseen`: it was started where this process cannot look. */
  look(mark: ProcessMark): Sight;
  /** Ends what is left of a command whose console died. */
  end(mark: ProcessMark): void;
}
