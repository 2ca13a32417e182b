import type { Ctx } from '../../platform/context.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';

/** What a command works with. */
export interface OpenConsole {
  ctx: Ctx;
  open: OpenDatabase;
  dataDir: string;
  /** Where browsers reach the console, without a slash at the end. */
  address: string;
  /** Reports the progress. */
  print(text: string): void;
  /** Prepares the job queue; required before work that sends jobs. */
  prepareJobs(): Promise<void>;
}

/** Runs work on the console of the settings. */
type WithConsole = <T>(work: (console: OpenConsole) => Promise<T>) => Promise<T>;

/** A command with its arguments. It opens the console only if it needs it. */
export type Command = (withConsole: WithConsole) => Promise<Outcome>;

/** What a command prints, and its exit code: 2 = something differs. */
export interface Outcome {
  text: string;
  code: 0 | 2;
}

/** A failure with an exit code of its own; others have 1. */
export class CommandError extends Error {
  readonly exitCode: 3 | 64;

  constructor(message: string, exitCode: CommandError['exitCode']) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Invalid arguments, found before anything is opened. */
export class UsageError extends CommandError {
  constructor(message: string) {
    // EX_USAGE of sysexits.h.
    super(message, 64);
  }
}
