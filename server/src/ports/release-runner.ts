import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../platform/errors.ts';
import {
  groupLiveness,
  livenessOf,
  processIdentityOf,
  type Liveness,
  type ProcessIdentity,
} from '../platform/processes/process-identity.ts';
import { secretVariables } from '../platform/secrets/detect-secrets.ts';

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
  onStart?: (mark: ProcessIdentity) => Promise<void>;
  /** Receives the output; the command blocks while the promise is pending. */
  onOutput: (bytes: Uint8Array, source: 'out' | 'error') => Promise<void>;
}

interface CommandEnd {
  /** Null when a signal ended the command. */
  code: number | null;
  signal: string | null;
  /** What ended it; `itself` includes signals from elsewhere. */
  by: 'itself' | 'time limit' | 'abort';
  /** It survived being killed, stuck in the kernel, and was left behind. */
  isStuck?: true;
}

/** A command configured by the installation. */
export interface ConfiguredCommand {
  /** Arguments with placeholders like `{tenant}`, filled in at run time. */
  argv: readonly string[];
  cwd: string;
}

/** Runs commands, each in its own process group. */
export interface ReleaseRunner {
  /** Seeds a tenant; null when the installation has no such command. */
  seed: ConfiguredCommand | null;
  /** Secrets passed to every command; masked in all output. */
  secrets: readonly string[];
  /**
   * Resolves when the command has ended, its process group is gone, and all output was consumed, or when the command is stuck.
   * @throws AppError('target_failed') when it cannot be started
   */
  run(command: Command): Promise<CommandEnd>;
  /** Whether the marked command or a member of its group still runs; `unseen` when this process cannot tell. */
  look(mark: ProcessIdentity): Liveness;
  /** Kills what is left of a command whose console died. */
  end(mark: ProcessIdentity): void;
}

/** Waits until a process group is gone, at most two seconds: processes stuck in the kernel cannot be killed. */
async function groupEnded(pid: number): Promise<void> {
  for (let tries = 0; tries < 100 && signalGroup(pid, 0) && groupLiveness(pid) !== 'dead'; tries += 1) await sleep(20);
}

/** Signals a process group; false when it does not exist. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;
/** Time to die after SIGKILL. */
const DEATH_MS = 2_000;
/** How long the pipe is still read after the command itself has ended, for output of background processes. */
const LEFTOVER_MS = 500;

interface LocalRunnerOptions {
  /** Variables passed to every command, such as PATH. */
  env: Readonly<Record<string, string>>;
  seed: ConfiguredCommand | null;
}

/** Runs commands on this machine. Remote access (ssh and the like) is a command like any other. */
export function createLocalRunner({ env, seed }: LocalRunnerOptions): ReleaseRunner {
  return {
    seed,
    secrets: secretVariables(env),
    run: (command) => run({ ...command, env: { ...env, ...command.env } }),
    look: (mark) => livenessOf(mark),
    end: (mark) => void (mark.pid > 0 && livenessOf(mark) === 'alive' && signalGroup(mark.pid, 'SIGKILL')),
  };
}

async function run(command: Command): Promise<CommandEnd> {
  command.signal.throwIfAborted();
  const child = await start(command);
  const { pid } = child;
  let by: CommandEnd['by'] = 'itself';
  let killer: NodeJS.Timeout | undefined;
  const stuck = Promise.withResolvers<null>();
  const kill = (): void => {
    signalGroup(pid, 'SIGKILL');
    // After a blocked event loop, the exit of the command is handled first.
    killer = setTimeout(() => setImmediate(stuck.resolve, null), DEATH_MS);
  };
  const end = (reason: CommandEnd['by']): void => {
    if (by !== 'itself') return;
    by = reason;
    signalGroup(pid, 'SIGTERM');
    killer = setTimeout(kill, GRACE_MS);
  };
  const onAbort = (): void => end('abort');
  const limit = setTimeout(() => end('time limit'), command.timeLimitMs);
  command.signal.addEventListener('abort', onAbort, { once: true });
  if (command.signal.aborted) onAbort();
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const reading: Reading = { pieces: 0, open: 0 };
  const taken = Promise.all([
    take(child.stdout, 'out', command, reading),
    take(child.stderr, 'error', command, reading),
  ]);
  taken.catch(() => end('abort'));
  try {
    const mark = processIdentityOf(pid);
    if (mark && command.onStart) await command.onStart(mark);
    const exit = await Promise.race([exited, stuck.promise]);
    await withLeftovers(child, taken, reading);
    if (exit === null) return { code: null, signal: null, by, isStuck: true };
    const [code, signal] = exit;
    return { code, signal, by };
  } finally {
    clearTimeout(limit);
    clearTimeout(killer);
    command.signal.removeEventListener('abort', onAbort);
    // No process that a command started may outlive it.
    signalGroup(pid, 'SIGKILL');
    await groupEnded(pid);
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function start({ argv, cwd, env = {} }: Command): Promise<Child & { pid: number }> {
  const [program, ...args] = argv;
  if (program === undefined || program === '') throw new Error('A command needs a program.');
  try {
    const child: Child = spawn(program, args, {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that all of it can be signalled.
      detached: true,
      shell: false,
    });
    await once(child, 'spawn');
    return child as Child & { pid: number };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const missing = existsSync(cwd) ? 'there is no such program' : `its folder ${cwd} does not exist`;
    const reason = code === 'ENOENT' ? missing : (code ?? 'it failed');
    throw new AppError('target_failed', `${program} cannot be started: ${reason}.`, { cause });
  }
}

/** Progress of reading a command's output. */
interface Reading {
  pieces: number;
  /** Chunks being consumed. */
  open: number;
}

async function take(stream: Readable, source: 'out' | 'error', { onOutput }: Command, reading: Reading): Promise<void> {
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      reading.pieces += 1;
      reading.open += 1;
      await onOutput(bytes, source);
      reading.open -= 1;
    }
  } catch (error) {
    // The pipe was closed by this process.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** A background process may hold the pipe open forever: kill its group, and close a pipe that stays silent. */
async function withLeftovers(child: Child & { pid: number }, taken: Promise<unknown>, reading: Reading): Promise<void> {
  let seen = -1;
  const timer = setInterval(() => {
    signalGroup(child.pid, 'SIGKILL');
    if (reading.open === 0 && reading.pieces === seen) {
      child.stdout.destroy();
      child.stderr.destroy();
    }
    seen = reading.pieces;
  }, LEFTOVER_MS);
  try {
    await taken;
  } finally {
    clearInterval(timer);
  }
}
