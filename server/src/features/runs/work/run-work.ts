import { basename } from 'node:path';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { COMMAND_TOKEN, pendingIdentity, type ProcessIdentity } from '../../../platform/processes/process-identity.ts';
import { secretArguments, secretVariables } from '../../../platform/secrets/detect-secrets.ts';
import { createOutputText, maskSecrets } from './output-text.ts';
import { RunLost } from '../process-runs.ts';
import { noteProcess } from '../queries.ts';
import type { RunWriter } from './run-writer.ts';

const TIME_LIMIT_MS = 30 * 60_000;

/** Options of a command. */
interface CommandOptions {
  /** Absolute working folder. */
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Aborts the command; the end of the run does so, too. */
  signal?: AbortSignal;
  /** Half an hour by default. */
  timeLimitMs?: number;
  /** Returns a non-zero exit code instead of throwing. */
  mayFail?: boolean;
  /** False omits the command line from the output. */
  echo?: boolean;
}

/** The interface for the work of a run. */
export interface RunWork {
  id: number;
  /** Aborts when the run must end; long-running work should observe it. */
  signal: AbortSignal;
  /** Adds text to the output, masking secrets and normalizing line ends. */
  write(text: string): void;
  /** Starts a step with the line `[at/of] title`. */
  step(at: number, of: number, title: string): void;
  /**
   * Runs a command through the release runner and captures its output. Returns its exit code.
   * @throws AppError('target_failed') for a non-zero exit code, and the reason when it is aborted
   */
  command(argv: readonly string[], options: CommandOptions): Promise<number>;
}

interface WorkOptions {
  id: number;
  writer: RunWriter;
  signal: AbortSignal;
  secrets: readonly string[];
}

/**
 * Creates the interface for the work of a run. `finish` writes held-back text. Secrets of the run and of its commands are masked
 * everywhere.
 */
export function createRunWork(ctx: Ctx, { id, writer, signal, secrets: ofRun }: WorkOptions) {
  const secrets = [...ofRun, ...ctx.ports.releaseRunner.secrets];
  const said = createOutputText(secrets);
  const write = (text: string): void => writer.add(said.push(text));
  const note = (mark: ProcessIdentity | null) => noteProcess(ctx.db, id, ctx.processId, mark);
  const work: RunWork = {
    id,
    signal,
    write,
    step: (at, of, title) => write(`[${at}/${of}] ${title}\n`),
    async command(argv, { cwd, env = {}, timeLimitMs = TIME_LIMIT_MS, mayFail = false, echo = true, signal: earlier }) {
      const stop = earlier ? AbortSignal.any([signal, earlier]) : signal;
      stop.throwIfAborted();
      const program = basename(argv[0] ?? '');
      const token = ctx.random.uuid();
      // Recorded before the start, so that the command is known if the console dies at this moment, and started only while the run still
      // belongs to this process.
      if (!(await note(pendingIdentity(token)))) throw new RunLost();
      const hidden = [...secrets, ...secretArguments(argv), ...secretVariables(env)];
      if (echo) writer.add(said.end() + maskSecrets(`$ ${argv.map(shown).join(' ')}\n`, hidden));
      const streams = { out: createOutputText(hidden), error: createOutputText(hidden) };
      const end = await ctx.ports.releaseRunner.run({
        argv,
        cwd,
        env: { ...env, [COMMAND_TOKEN]: token },
        timeLimitMs,
        signal: stop,
        onStart: async (mark) => void (await note(mark)),
        onOutput: async (bytes, source) => {
          writer.add(streams[source].push(bytes));
          await writer.room();
        },
      });
      writer.add(streams.out.end() + streams.error.end());
      if (end.isStuck) write(`${program} cannot be killed and may still be running.\n`);
      signal.throwIfAborted();
      await note(null);
      stop.throwIfAborted();
      if (end.by === 'time limit') {
        const stopped = end.isStuck ? 'could not be stopped' : 'was stopped';
        throw new AppError('target_failed', `${program} ${stopped} after ${Math.round(timeLimitMs / 1000)} s.`);
      }
      const code = end.code ?? -1;
      if (code === 0 || mayFail) return code;
      const how = end.code === null ? `was terminated by ${end.signal ?? 'a signal'}` : `exited with code ${end.code}`;
      throw new AppError('target_failed', `${program} ${how}.`);
    },
  };
  return {
    work,
    finish: () => writer.add(said.end()),
    /** Masks the run's secrets in a text. */
    mask: (text: string): string => maskSecrets(text, secrets),
  };
}

/** Quotes an argument for display only; no shell sees it. */
const shown = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
