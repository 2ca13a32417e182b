import type { Ctx } from '../../../platform/context.ts';
import { putProcess, removeProcess } from '../../../platform/processes/queries.ts';
import { ownProcessIdentity } from '../../../platform/processes/process-identity.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { failingPort, ProcessDied } from '../../config/testing/failing-port.ts';

/** A process that dies at one of its steps: its transactions and its operations on servers. */
export interface Crashing {
  ctx: Ctx;
  /** Steps so far. */
  steps(): number;
  hasDied(): boolean;
}

/**
 * Starts a process that dies at a step: before it, or right after it takes effect. Everything that it does afterwards fails, as if it were
 * no longer running.
 * @param diesAt number of the step, from 1; 0: never
 */
export async function startCrashing(t: TestCtx, diesAt: number, dies: 'before' | 'after'): Promise<Crashing> {
  const processId = t.random.uuid();
  await putProcess(t.db, processId, ownProcessIdentity());
  let steps = 0;
  let dead = false;
  const step = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (dead) throw new ProcessDied();
    steps += 1;
    if (steps !== diesAt) return act();
    dead = true;
    if (dies === 'after') await act();
    throw new ProcessDied();
  };
  const db = new Proxy(t.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'transaction')
        return (...args: unknown[]) => step(() => Reflect.apply(value, target, args) as Promise<unknown>);
      return (...args: unknown[]) => {
        if (dead) throw new ProcessDied();
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  const port = failingPort(t.ports.configPublishing, () => {
    steps += dead ? 0 : 1;
    if (steps === diesAt) dead = true;
    return dead ? (steps === diesAt && dies === 'after' ? 'die-after' : 'die-before') : undefined;
  });
  const ports = { ...t.ports, configPublishing: port };
  return { ctx: { ...t, processId, db, ports }, steps: () => steps, hasDied: () => dead };
}

/** Removes the registration of the process, so that other processes consider it gone. */
export const removeCrashed = (t: TestCtx, { ctx }: Crashing): Promise<void> => removeProcess(t.db, ctx.processId);
