import { AppError } from '../errors.ts';

/** Limits concurrency per key; excess tasks queue in order of arrival. */
export interface AdmissionQueue {
  /**
   * Runs the work once a slot for the key is free.
   * @throws AppError('unavailable') when the wait is too long; the work has not started then
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** @param maxConcurrent tasks per key @param maxWaitMs before a queued task is rejected */
export function createAdmissionQueue({
  maxConcurrent,
  maxWaitMs,
}: {
  maxConcurrent: number;
  maxWaitMs: number;
}): AdmissionQueue {
  const queues = new Map<string, { working: number; waiting: (() => void)[] }>();

  async function enter(key: string): Promise<void> {
    let queue = queues.get(key);
    if (!queue) queues.set(key, (queue = { working: 0, waiting: [] }));
    if (queue.working < maxConcurrent) return void (queue.working += 1);
    const { waiting } = queue;
    const waiter = Promise.withResolvers<void>();
    waiting.push(waiter.resolve);
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(waiter.resolve), 1);
      waiter.reject(new AppError('unavailable', 'Too many changes are queued here. Try again in a moment.'));
    }, maxWaitMs);
    try {
      await waiter.promise;
    } finally {
      clearTimeout(late);
    }
  }

  function leave(key: string): void {
    const queue = queues.get(key);
    // Hand the slot over to the next task.
    const next = queue?.waiting.shift();
    if (next) return next();
    if (queue && (queue.working -= 1) === 0) queues.delete(key);
  }

  return {
    async run(key, work) {
      await enter(key);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
