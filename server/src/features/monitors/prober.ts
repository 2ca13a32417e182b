import { systemCtx, type Services } from '../../platform/context.ts';
import { createChecks, type Checks, type OnStart } from './checks.ts';
import { RENEW_MS } from './lease-plan.ts';
import type { Findings } from './queries-results.ts';
import { repeat, type Repeated } from './repeat.ts';
import { createSetupKeeper } from './setup.ts';
import { writeBatch } from './write-batch.ts';

const WRITE_MS = 1_000;
/** While the database does not answer, so many writes wait; the oldest are given up then. */
const MOST_WAITING = 60;
const LONGEST_PAUSE_MS = 500;
const SHORTEST_PAUSE_MS = 2;

/** The part of a worker that checks monitors. */
interface Prober {
  /** Ends the checks, writes what was found, and leaves the monitors to others. */
  stop(): Promise<void>;
}

/** Checks the monitors that this worker holds the leases of, until it is stopped. @param onStart for measuring */
export function startProber(services: Services, onStart?: OnStart): Prober {
  const ctx = systemCtx(services, 'monitors');
  const me = ctx.random.uuid();
  const failed = (error: unknown): void => ctx.log.warn({ err: error }, 'the monitors could not be worked on');
  const setup = createSetupKeeper(ctx, me);
  const checks = createChecks(ctx, onStart);
  const waiting: Findings[][] = [];
  const write = async (): Promise<void> => {
    const found = checks.takeFound();
    if (found.length > 0) waiting.push(found);
    if (waiting.length > MOST_WAITING) waiting.shift();
    for (let next = waiting[0]; next; next = waiting[0]) {
      await writeBatch(ctx, me, next);
      waiting.shift();
    }
  };
  const renewing = repeat(RENEW_MS, async () => checks.use(await setup.renew(checks.state())), failed);
  const writing = repeat(WRITE_MS, write, failed);
  const driving = drive(checks, () => ctx.clock.now().getTime());
  return {
    async stop() {
      await Promise.all([driving.stop(), renewing.stop(), writing.stop()]);
      await write().catch(failed);
      await setup.leave().catch(failed);
    },
  };
}

/** Begins checks when they are due. */
function drive(checks: Checks, now: () => number): Repeated {
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const next = checks.runDue() ?? Infinity;
    timer = setTimeout(turn, Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, next - now())));
  };
  turn();
  return { stop: async () => clearTimeout(timer) };
}
