import { AppError } from '../../platform/errors.ts';
import { fillIn, shownCommand, type ReleaseValues, type CommandTemplate } from '../../ports/release-plans.ts';
import type { RunWork } from '../runs/public.ts';

/** A configured command and its location. */
export interface PlannedCommand {
  /** Name for messages: `The build`. */
  name: string;
  template: CommandTemplate;
  values: Pick<ReleaseValues, 'app' | 'service' | 'env' | 'version'> & Partial<ReleaseValues>;
  cwd: string;
  /** Folder shared by all copies of the target. */
  shared?: string;
  timeLimitMs: number;
}

/** Runs a configured command. @throws AppError('target_failed') for a non-zero exit code */
export async function runPlanned(run: RunWork, command: PlannedCommand): Promise<void> {
  const { name, template, values, cwd, shared, timeLimitMs } = command;
  // Displayed without the folders of the console's machine.
  run.write(`$ ${shownCommand(template, { ...values, out: '{out}', from: '{from}' })}\n`);
  const env = {
    RELEASE_RUN: String(run.id),
    RELEASE_APP: values.app,
    RELEASE_SERVICE: values.service,
    RELEASE_ENV: values.env,
    RELEASE_VERSION: values.version,
    ...(values.host !== undefined && { RELEASE_HOST: values.host }),
    ...(shared !== undefined && { RELEASE_SHARED: shared }),
  };
  const code = await run.command(fillIn(template, values), { cwd, env, timeLimitMs, mayFail: true, echo: false });
  if (code === 0) return;
  throw new AppError(
    'target_failed',
    `${name} ${code > 0 ? `exited with code ${code}` : 'was terminated by a signal'}.`,
  );
}
