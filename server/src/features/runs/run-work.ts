import { basename } from 'node:path';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { COMMAND_TOKEN, unstarted } from '../../platform/processes/process-mark.ts';
import { secretArguments, secretVariables } from '../../platform/secrets/given-secrets.ts';
import { createOutputText, maskSecrets } from './output-text.ts';
import { noteProcess } from './queries.ts';
import type { RunWriter } from './run-writer.ts';

/** Ends what goes on in a process that lost its run. */
export const LOST = 'This run was given up by another process of the console.';
const TIME_LIMIT_MS = 30 * 60_000;

/** What a command of a run needs besides its arguments. */
export interface CommandOptions {
  /** Absolute folder. */
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Half an hour when absent. */
  timeLimitMs?: number;
  /** Also answers an exit code that is not 0. */
  mayFail?: boolean;
  /** False keeps the line that says what is run out of the output. */
  echo?: boolean;
}

/** What the work of a run is given. */
export interface RunWork {
  id: number;
  /** Aborts when the run is to end; long work of its own should look at it. */
  signal: AbortSignal;
  /** Adds text to the output. Secrets in it are masked; lines end with a line feed. */
  write(text: string): void;
  /** Begins a step: the line `[at/of] title`. */
  step(at: number, of: number, title: string): void;
  /**
   * Runs a command through the release runner; its output becomes the run's. Answers its exit code.
   * @throws AppError('target_failed') when it does not end with 0, and whatever ended the run when that is aborted
   */
  command(argv: readonly string[], options: CommandOptions): Promise<number>;
}

interface WorkOptions {
  id: number;
  owner: string;
  writer: RunWriter;
  signal: AbortSignal;
  secrets: readonly string[];
}

/** The hands of a run. `finish` writes what was held back. Secrets of the run and of its commands are masked in all of it. */
export function createRunWork(ctx: Ctx, { id, owner, writer, signal, secrets: own }: WorkOptions) {
  const secrets = [...own, ...ctx.ports.releaseRunner.secrets];
  const said = createOutputText(secrets);
  const write = (text: string): void => writer.add(said.push(text));
  const work: RunWork = {
    id,
    signal,
    write,
    step: (at, of, title) => write(`[${at}/${of}] ${title}\n`),
    async command(argv, { cwd, env = {}, timeLimitMs = TIME_LIMIT_MS, mayFail = false, echo = true }) {
      signal.throwIfAborted();
      const program = basename(argv[0] ?? '');
      const token = ctx.random.uuid();
      // Noted before it begins, so that a command of a console that dies at this moment is known; and begun only while the run is ours.
      if (!(await noteProcess(ctx.db, id, owner, unstarted(token)))) throw new AppError('conflict', LOST);
      const hidden = [...secrets, ...secretArguments(argv), ...secretVariables(env)];
      if (echo) writer.add(said.end() + maskSecrets(`$ ${argv.map(shown).join(' ')}\n`, hidden));
      const streams = { out: createOutputText(hidden), error: createOutputText(hidden) };
      const end = await ctx.ports.releaseRunner.run({
        argv,
        cwd,
        env: { ...env, [COMMAND_TOKEN]: token },
        timeLimitMs,
        signal,
        onStart: async (mark) => void (await noteProcess(ctx.db, id, owner, mark)),
        onOutput: async (bytes, source) => {
          writer.add(streams[source].push(bytes));
          await writer.room();
        },
      });
      writer.add(streams.out.end() + streams.error.end());
      signal.throwIfAborted();
      await noteProcess(ctx.db, id, owner, null);
      if (end.by === 'time limit') {
        throw new AppError('target_failed', `${program} was ended after ${Math.round(timeLimitMs / 1000)} s.`);
      }
      const code = end.code ?? -1;
      if (code === 0 || mayFail) return code;
      const how = end.code === null ? `was ended by ${end.signal ?? 'a signal'}` : `ended with code ${end.code}`;
      throw new AppError('target_failed', `${program} ${how}.`);
    },
  };
  return {
    work,
    finish: () => writer.add(said.end()),
    /** A text about the run without its secrets. */
    mask: (text: string): string => maskSecrets(text, secrets),
  };
}

/** An argument as it is read most easily; it is shown only, no shell sees it. */
const shown = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
