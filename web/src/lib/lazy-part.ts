import { lazy, useEffect, type ComponentType } from 'react';
import { toast } from '../ui/toast/toast.ts';

/** Shows the message and closes itself, so that the next click shows it again. */
function MissingPart({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    toast.error('This part of the page could not be loaded', {
      detail: 'Mission Control was updated since the page was opened, or the connection is lost.',
      action: { label: 'Reload', onClick: () => window.location.reload() },
    });
    onClose?.();
  }, [onClose]);
  return null;
}

/** A lazily loaded part of a page. When it cannot be loaded, the page keeps its state, and a message offers a reload. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const part = await load().catch(() => MissingPart as ComponentType<Props>);
    return { default: part };
  });
}

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
