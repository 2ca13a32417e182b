import { systemCtx, type Services } from '../../platform/context.ts';
import { repeat } from '../../platform/repeat.ts';
import { startDueDeliveries } from './deliver/outbox.ts';
import { createEvaluator } from './evaluate/evaluator.ts';

const EVALUATE_MS = 2_000;
const DELIVER_MS = 1_000;

/**
 * Evaluates the rules, in one process at a time, and sends messages, in all of them. Runs in processes of every kind, so that alerts
 * are still sent when all workers are down.
 */
export function startAlerts(services: Services): { stop(): Promise<void> } {
  const ctx = systemCtx(services, 'alerts');
  const evaluator = createEvaluator(ctx);
  const failed = (error: unknown): void => ctx.log.warn({ err: error }, 'alerts failed temporarily');
  const evaluating = repeat(EVALUATE_MS, () => evaluator.step(), failed);
  const sending = new Map<string, Promise<void>>();
  // Not awaited: one slow receiver would delay the messages to all others.
  const deliver = async (): Promise<void> => {
    for (const { id, ended } of await startDueDeliveries(ctx, [...sending.keys()]))
      sending.set(
        id,
        ended.catch(failed).finally(() => sending.delete(id)),
      );
  };
  const delivering = repeat(DELIVER_MS, deliver, failed);
  return {
    async stop() {
      await Promise.all([evaluating.stop(), delivering.stop()]);
      await Promise.all(sending.values());
      await evaluator.leave().catch(failed);
    },
  };
}
