/** Pages of this tab with unsaved changes. */
const holders = new Set<symbol>();

/** Holds unsaved work until the returned function is called. */
export function holdUnsavedWork(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => void holders.delete(holder);
}

export const hasUnsavedWork = (): boolean => holders.size > 0;

/** Gives unsaved work up, so that the page can be left without a question. */
export const abandonUnsavedWork = (): void => holders.clear();
