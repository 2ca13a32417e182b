import type { Ctx } from '../../../platform/context.ts';
import type { ConfigPublishing, TargetOutcome } from '../../../ports/config-publishing/port.ts';

export type Step = keyof ConfigPublishing;

/** Failure of one step at one server: this error, or death of the process before or after the step. */
export type Failure = (step: Step, host: string) => { error: string } | 'die-before' | 'die-after' | undefined;

/** Simulates the death of the process: nothing after it runs. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/** A real port with injected failures. */
export function failingPort(real: ConfigPublishing, failureAt: Failure): ConfigPublishing {
  let dead = false;
  const running = new Set<Promise<unknown>>();
  /** A dead process does nothing more: pending steps on other servers finish before the test continues. */
  const die = async (): Promise<never> => {
    await Promise.allSettled(running);
    throw new ProcessDied();
  };
  const through = async <T>(
    step: Step,
    host: string,
    work: () => Promise<T>,
    failed: (error: string) => T,
  ): Promise<T> => {
    if (dead) throw new ProcessDied();
    const failure = failureAt(step, host);
    if (failure === 'die-before' || failure === 'die-after') {
      dead = true;
      if (failure === 'die-after') await work();
      return die();
    }
    if (failure) return failed(failure.error);
    const started = work();
    running.add(started);
    return started;
  };
  const outcome = (step: Step, host: string, work: () => Promise<TargetOutcome>) =>
    through<TargetOutcome>(step, host, work, (error) => ({ host, ok: false, error }));
  return {
    stage: (target, file, id) => outcome('stage', target.host, () => real.stage(target, file, id)),
    verify: (target, file, id) => outcome('verify', target.host, () => real.verify(target, file, id)),
    activate: (target, file, id) => outcome('activate', target.host, () => real.activate(target, file, id)),
    discard: (target, path, id) => outcome('discard', target.host, () => real.discard(target, path, id)),
    withdraw: (target, path) => outcome('withdraw', target.host, () => real.withdraw(target, path)),
    read: (target, path) =>
      through(
        'read',
        target.host,
        () => real.read(target, path),
        () => null,
      ),
  };
}

/** The same console, whose steps fail as given. */
export function withFailure(ctx: Ctx, failureAt: Failure): Ctx {
  return { ...ctx, ports: { ...ctx.ports, configPublishing: failingPort(ctx.ports.configPublishing, failureAt) } };
}
