/** Pages of this tab with unsaved changes. */
const holders = new Set<symbol>();

/** Registers unsaved work until the returned function is called. */
export function registerUnsavedWork(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => void holders.delete(holder);
}

export const hasUnsavedWork = (): boolean => holders.size > 0;

/** Discards unsaved work, so that the page can be left without confirmation. */
export const discardUnsavedWork = (): void => holders.clear();
