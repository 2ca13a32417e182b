import { AppError } from '../errors.ts';

/** Lets so many of those who name one key at work at a time; the others wait in the order in which they came. */
export interface WaitingLine {
  /**
   * Runs the work when its turn has come.
   * @throws AppError('unavailable') when that takes too long; then the work was not begun.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** @param places how many of one key work at the same time. @param longestMs after which those who wait are turned away */
export function createWaitingLine({ places, longestMs }: { places: number; longestMs: number }): WaitingLine {
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
      turn.reject(new AppError('unavailable', 'Many changes wait for each other here. Try again in a moment.'));
    }, longestMs);
    try {
      await turn.promise;
    } finally {
      clearTimeout(late);
    }
  }

  function leave(key: string): void {
    const line = lines.get(key);
    // The next one takes the place over.
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
