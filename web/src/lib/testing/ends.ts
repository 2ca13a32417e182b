const ends: (() => void)[] = [];

/** What is done when the test that runs now has ended. */
export function atEnd(end: () => void): void {
  ends.push(end);
}

/** What has to be done, once. */
export const takeEnds = (): (() => void)[] => ends.splice(0);
