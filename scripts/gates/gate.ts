import { spawn } from 'node:child_process';

/** One check of the whole tree. It answers what it found, in lines a person can act on; `advice` says what to do then. */
export interface Gate {
  readonly name: string;
  readonly advice: string;
  readonly run: () => readonly string[] | Promise<readonly string[]>;
}

/** Makes an interrupt end this process with its exit handlers, which end the commands that run in groups of their own. */
export function endOnInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
}

/** The end of a command that ran. `code` is 124 when it was stopped for taking longer than `timeoutMs`. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a command without a shell and collects what it prints. It gets a process group of its own, so that a command
 * that hangs is stopped together with its children.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; timeoutMs?: number; cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      // What is collected is printed by us, indented: colours would only disturb it.
      env: { ...(options.env ?? process.env), NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let timedOut = false;
    const collect = (chunk: Buffer) => void (output += chunk.toString('utf8'));
    const stop = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group is gone already.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, options.timeoutMs ?? 120_000);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: `${command}: ${error.message}` });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      process.removeListener('exit', stop);
      if (timedOut) output += `\n${command} was stopped after ${(options.timeoutMs ?? 120_000) / 1000} s`;
      resolve({ code: timedOut ? 124 : (code ?? 1), output });
    });
    process.once('exit', stop);
  });
}

/** A gate that is a command: its output is the list of faults when it does not end with 0. */
export function commandGate(name: string, advice: string, command: string, args: readonly string[]): Gate {
  return {
    name,
    advice,
    run: async () => {
      const { code, output } = await runCommand(command, args);
      return code === 0 ? [] : output.trim().split('\n');
    },
  };
}
