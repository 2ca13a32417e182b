import { Worker } from 'node:worker_threads';
import type { LOG_LEVELS } from '../../../platform/log/log.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { SiteSettings } from '../../../platform/http/site-client.ts';
import { beginsAll, type Checker, type Setup } from './checker.ts';
import type { CheckServices } from './checks.ts';
import type { Findings } from './queries-results.ts';

/** Sent to the thread. */
export type ThreadCommand =
  | { kind: 'sites'; sites: SiteSettings }
  | { kind: 'no-sites'; reason: string }
  | { kind: 'use'; setup: Setup; clockOffsetMs: number }
  | { kind: 'take' | 'stop' };

/** Sent by the thread in response to each `take`. `lateMs`: lateness of the checks started since the last one. */
export interface ThreadReport {
  found: Findings[];
  state: ReturnType<Checker['state']>;
  lateMs: readonly number[];
}

export interface ThreadData {
  level: (typeof LOG_LEVELS)[number];
}

/** Status of the thread, for operators. */
export interface ProberHealth {
  /** How often the thread was restarted. */
  restarts: number;
  /** The problem, as a sentence, while it does not check; null otherwise. */
  warning: string | null;
  /** Called with the lateness of checks, in ms. */
  onChecks(lateMs: readonly number[]): void;
}

export const createProberHealth = (): ProberHealth => ({ restarts: 0, warning: null, onChecks: () => undefined });

const RESTART_MS = 1_000;
/** A thread that does not report for this long is terminated. */
const SILENCE_MS = 60_000;
const MEMORY_MB = 1_024;
const ENDED = 'The thread that checks monitors ended unexpectedly and is being restarted.';

const startWorker = (workerData: ThreadData): Worker =>
  new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

async function sendSites(worker: Worker, sites: Promise<SiteSettings>): Promise<void> {
  const command = await sites.then(
    (settings): ThreadCommand => ({ kind: 'sites', sites: settings }),
    (error: unknown): ThreadCommand => ({
      kind: 'no-sites',
      reason: error instanceof Error ? error.message : String(error),
    }),
  );
  worker.postMessage(command);
}

/** The pending response to `take`, shared by all callers. */
function createPendingDrain(onSilence: () => void) {
  let waiting: PromiseWithResolvers<Findings[]> | undefined;
  let silence: NodeJS.Timeout | undefined;
  return {
    request(send: () => void): Promise<Findings[]> {
      if (waiting) return waiting.promise;
      waiting = Promise.withResolvers();
      silence = setTimeout(onSilence, SILENCE_MS);
      send();
      return waiting.promise;
    },
    resolve(found: Findings[]): void {
      clearTimeout(silence);
      waiting?.resolve(found);
      waiting = undefined;
    },
  };
}

/**
 * A checker in its own thread, so that checks are on time while this thread is busy, and requests while checks run. A thread that
 * exits is restarted; its findings since the last report are lost, and those monitors are checked again.
 */
export function createCheckThread(
  { clock, log }: Pick<CheckServices, 'clock' | 'log'>,
  sites: Promise<SiteSettings>,
  health: ProberHealth,
  start = startWorker,
): Checker {
  let worker = begin();
  let state: ThreadReport['state'] = { lastCheck: null, faultySince: null, isEmpty: true };
  const pendingDrain = createPendingDrain(() => void worker.terminate());
  let restart: NodeJS.Timeout | undefined;
  let isClosing = false;
  /** Whether the thread has reported: nobody waits for one that is still loading its modules. */
  let isUp = false;

  function begin(): Worker {
    const started = start({ level: log.level as ThreadData['level'] });
    started.once('message', () => (isUp = true)).on('message', onReport);
    started.on('error', (error) => log.error({ err: error }, 'the thread that checks monitors failed'));
    started.once('exit', ended);
    void sendSites(started, sites);
    return started;
  }

  function onReport({ found, state: reported, lateMs }: ThreadReport): void {
    state = { ...reported, isEmpty: state.isEmpty };
    if (!reported.isEmpty) health.warning = null;
    health.onChecks(lateMs);
    pendingDrain.resolve(found);
  }

  function ended(): void {
    isUp = false;
    pendingDrain.resolve([]);
    state = { ...state, isEmpty: true };
    if (isClosing) return;
    health.restarts += 1;
    health.warning = ENDED;
    log.error(ENDED);
    restart = setTimeout(() => (worker = begin()), RESTART_MS);
  }

  const post = (command: ThreadCommand): void => worker.postMessage(command);
  return {
    use(setup) {
      // A thread that was started after the setup was read needs all monitors first.
      if (worker.threadId < 0 || (state.isEmpty && !beginsAll(setup))) return;
      post({ kind: 'use', setup, clockOffsetMs: clock.now().getTime() - systemClock.now().getTime() });
      state.isEmpty = false;
    },
    drainFindings: () => (isUp ? pendingDrain.request(() => post({ kind: 'take' })) : Promise.resolve([])),
    state: () => state,
    stop: () => post({ kind: 'stop' }),
    async close() {
      isClosing = true;
      clearTimeout(restart);
      await worker.terminate();
    },
  };
}
