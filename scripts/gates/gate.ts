import { spawn } from 'node:child_process';

/** A check of the whole tree. Returns its findings, one actionable line each; `advice` states the remedy. */
export interface Gate {
  readonly name: string;
  readonly advice: string;
  readonly run: () => readonly string[] | Promise<readonly string[]>;
}

/** Exits on an interrupt, so that the exit handlers end the commands, which run in separate process groups. */
export function endOnInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
}

/** Result of a command. `code` is 124 when it exceeded `timeoutMs`. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a command without a shell and collects its output. It gets its own process group, so that a hanging command
 * is killed together with its children.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; timeoutMs?: number; cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      // The output is printed indented; colours would interfere.
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
        // The group has already ended.
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

/** A gate that runs a command: its output is the list of faults if it exits with a code other than 0. */
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
