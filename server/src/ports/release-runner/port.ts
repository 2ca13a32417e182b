import type { ProcessMark, Liveness } from '../../platform/processes/process-mark.ts';

/** A command, run without a shell: arguments are passed unchanged. */
export interface Command {
  argv: readonly string[];
  /** Absolute working folder. */
  cwd: string;
  /** Added to the variables that the installation allows; nothing else of the console's environment is passed. */
  env?: Readonly<Record<string, string>>;
  /** Timeout in ms, after which the process group is killed. */
  timeLimitMs: number;
  /** Kills the process group. */
  signal: AbortSignal;
  onStart?: (mark: ProcessMark) => Promise<void>;
  /** Receives the output; the command blocks while the promise is pending. */
  onOutput: (bytes: Uint8Array, source: 'out' | 'error') => Promise<void>;
}

export interface CommandEnd {
  /** Null when a signal ended the command. */
  code: number | null;
  signal: string | null;
  /** What ended it; `itself` includes signals from elsewhere. */
  by: 'itself' | 'time limit' | 'abort';
}

/** A command configured by the installation. */
export interface ConfiguredCommand {
  /** Arguments with placeholders like `{tenant}`, filled in at run time. */
  argv: readonly string[];
  cwd: string;
}

/** Runs commands, each in a process group of its own. */
export interface ReleaseRunner {
  /** Seeds a tenant; null when the installation has no such command. */
  seed: ConfiguredCommand | null;
  /** Secrets passed to every command; masked in all output. */
  secrets: readonly string[];
  /**
   * Resolves when the command has ended, its process group is gone, and all output was consumed.
   * @throws AppError('target_failed') when it cannot be started
   */
  run(command: Command): Promise<CommandEnd>;
  /** Whether the marked command or a member of its group still runs; `unseen` when it was started where this process cannot look. */
  look(mark: ProcessMark): Liveness;
  /** Kills what is left of a command whose console died. */
  end(mark: ProcessMark): void;
}
