import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { AppError } from '../../platform/errors.ts';

/** Restrictions on git, whatever a repository contains: no prompts, no hooks, three protocols. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'credential.helper=',
  'gc.auto=0',
  'maintenance.auto=false',
  // Another process of the console may hold a lock for a moment.
  'core.filesRefLockTimeout=500',
  'core.packedRefsTimeout=500',
  'transfer.fsckObjects=true',
].flatMap((setting) => ['-c', setting]);

const MAX_OUTPUT = 32 * 1024 * 1024;
/** How long output is still read after the command itself has ended. */
const LEFTOVER_MS = 500;

/** Environment of the console that git needs to reach a remote: programs, keys and agent. */
export interface GitEnvironment {
  path: string;
  home: string;
  sshAgent?: string | undefined;
}

export interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

export interface GitOptions {
  input?: string;
  timeoutMs: number;
  /** With it, `timeoutMs` is for silence, restarted by each progress report on stderr; this is the limit in total. */
  totalMs?: number;
}

/** Runs git in a bare repository with exactly these arguments. */
export type RunGit = (folder: string, args: readonly string[], options: GitOptions) => Promise<GitResult>;

/**
 * Runs git with a fixed environment and without a shell. External names must follow `--` or `--end-of-options`. Errors:
 * AppError('unavailable') when git is not installed, AppError('target_failed') when it takes too long or its output is too large.
 */
export function createRunGit(environment: GitEnvironment): RunGit {
  const env = {
    PATH: environment.path,
    HOME: environment.home,
    LC_ALL: 'C',
    ...(environment.sshAgent !== undefined && { SSH_AUTH_SOCK: environment.sshAgent }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:ssh:file',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10 -o StrictHostKeyChecking=yes',
  };
  return (folder, args, options) => run([...SETTINGS, `--git-dir=${folder}`, ...args], env, options);
}

function run(
  args: string[],
  env: NodeJS.ProcessEnv,
  { input = '', timeoutMs, totalMs }: GitOptions,
): Promise<GitResult> {
  return new Promise((done, fail) => {
    // A process group of its own, so that helpers such as ssh and index-pack are killed with it.
    const child = spawn('git', args, { env, detached: true, windowsHide: true });
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ENOENT' ? notInstalled() : tooSlow(error.code ?? 'an error')),
    );
    // It has not started; without a free file descriptor it has no streams either.
    if (child.pid === undefined) return;
    let failure: AppError | undefined;
    const kill = (reason: AppError): void => {
      failure ??= reason;
      killGroup(child.pid);
    };
    const silence = setTimeout(() => kill(tooSlow('time limit')), timeoutMs);
    const total = setTimeout(() => kill(tooSlow('total time limit')), totalMs ?? timeoutMs);
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    let size = 0;
    const keep = (parts: Buffer[], part: Buffer): void => {
      size += part.length;
      if (size <= MAX_OUTPUT) parts.push(part);
      else kill(new AppError('target_failed', 'The repository holds more than the console reads at once.'));
    };
    child.stdout.on('data', (part: Buffer) => keep(stdout, part));
    child.stderr.on('data', (part: Buffer) => {
      keep(stderr, part);
      if (totalMs !== undefined && failure === undefined) silence.refresh();
    });
    // A command that ends before it has read all input is not a failure by itself.
    child.stdin.on('error', () => undefined).end(input);
    child.on('exit', () => {
      // No helper may outlive the command.
      killGroup(child.pid);
      // One that has left the group may hold the output open. What was written before the end is read before `setImmediate`.
      const closeOutput = (): void => [child.stdout, child.stderr].forEach((stream) => stream.destroy());
      setTimeout(() => setImmediate(closeOutput), LEFTOVER_MS).unref();
    });
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      clearTimeout(total);
      if (failure !== undefined || code === null) fail(failure ?? tooSlow(String(signal)));
      else done({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

const notInstalled = (): AppError =>
  new AppError('unavailable', 'The git command is not installed on the server of the console.');

const tooSlow = (reason: string): AppError =>
  new AppError('target_failed', 'The repository did not respond in time. Try again in a moment.', {
    cause: new Error(`git was ended by: ${reason}`),
  });
