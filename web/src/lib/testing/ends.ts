const ends: (() => void)[] = [];

/** Registers a cleanup for the end of the current test. */
export function atEnd(end: () => void): void {
  ends.push(end);
}

/** Returns and clears the registered cleanups. */
export const takeEnds = (): (() => void)[] => ends.splice(0);
