import { systemCtx, type Services } from '../../platform/context.ts';
import { repeat } from '../../platform/repeat.ts';
import { deliverDue } from './deliver/outbox.ts';
import { createEvaluator } from './evaluate/evaluator.ts';

const EVALUATE_MS = 2_000;
const DELIVER_MS = 1_000;

/**
 * Evaluates the rules, in one process at a time, and sends messages, in all of them. Runs in processes of every kind, so that somebody is
 * left to tell that the workers are gone.
 */
export function startAlerts(services: Services): { stop(): Promise<void> } {
  const ctx = systemCtx(services, 'alerts');
  const evaluator = createEvaluator(ctx);
  const failed = (error: unknown): void => ctx.log.warn({ err: error }, 'alerts failed temporarily');
  const evaluating = repeat(EVALUATE_MS, () => evaluator.step(), failed);
  const delivering = repeat(DELIVER_MS, async () => void (await deliverDue(ctx)), failed);
  return {
    async stop() {
      await Promise.all([evaluating.stop(), delivering.stop()]);
      await evaluator.leave().catch(failed);
    },
  };
}
