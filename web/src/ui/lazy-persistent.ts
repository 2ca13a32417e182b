import { lazy, type ComponentType } from 'react';

const RETRY_MS = 2_000;

/** An invisible part of every page. Loading is retried until it succeeds, since nobody would notice that it is missing. */
export function lazyPersistent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loadOnce = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return loadOnce();
    }
  };
  return lazy(loadOnce);
}
