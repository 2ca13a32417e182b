import { AppError } from '../errors.ts';

/** Limits concurrency per key; excess tasks queue in order of arrival. */
export interface AdmissionQueue {
  /**
   * Runs the work in turn.
   * @throws AppError('unavailable') when the wait is too long; the work has not started then
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** @param places maximum concurrent tasks per key @param longestMs maximum wait */
export function createAdmissionQueue({ places, longestMs }: { places: number; longestMs: number }): AdmissionQueue {
  const lines = new Map<string, { working: number; waiting: (() => void)[] }>();

  async function enter(key: string): Promise<void> {
    let line = lines.get(key);
    if (!line) lines.set(key, (line = { working: 0, waiting: [] }));
    if (line.working < places) return void (line.working += 1);
    const { waiting } = line;
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn.resolve), 1);
      turn.reject(new AppError('unavailable', 'Too many changes are queued here. Try again in a moment.'));
    }, longestMs);
    try {
      await turn.promise;
    } finally {
      clearTimeout(late);
    }
  }

  function leave(key: string): void {
    const line = lines.get(key);
    // Hand the slot over to the next task.
    const next = line?.waiting.shift();
    if (next) return next();
    if (line && (line.working -= 1) === 0) lines.delete(key);
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
