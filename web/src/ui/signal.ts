/** Tells listeners that something has changed. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    emit: (): void => listeners.forEach((listener) => listener()),
    /** Returns the unsubscribe function. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
