import { execFile } from 'node:child_process';
import type { Buffer } from 'node:buffer';
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
  return (folder, args, { input = '', timeoutMs }) =>
    new Promise((done, fail) => {
      const child = execFile(
        'git',
        [...SETTINGS, `--git-dir=${folder}`, ...args],
        {
          env,
          encoding: 'buffer',
          timeout: timeoutMs,
          maxBuffer: MAX_OUTPUT,
          killSignal: 'SIGKILL',
          windowsHide: true,
        },
        (error, stdout, stderr) => {
          if (error === null) return done({ code: 0, stdout, stderr: stderr.toString() });
          if (typeof error.code === 'number') return done({ code: error.code, stdout, stderr: stderr.toString() });
          fail(notRun(error.code, error.killed === true, args[0] ?? ''));
        },
      );
      // A command that ends before it has read all input is not a failure by itself.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

function notRun(code: string | null | undefined, killed: boolean, command: string): AppError {
  if (code === 'ENOENT')
    return new AppError('unavailable', 'The git command is not installed on the server of the console.');
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new AppError('target_failed', 'The repository holds more than the console reads at once.');
  const cause = new Error(`git ${command} ended by itself: ${code ?? (killed ? 'time limit' : 'a signal')}`);
  return new AppError('target_failed', 'The repository did not respond in time. Try again in a moment.', { cause });
}
