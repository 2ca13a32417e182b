import { lazy, useEffect, type ComponentType } from 'react';
import { toast } from '../ui/toast.ts';

/** Says so and closes itself, so that the next click says it again. */
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

/**
 * A part of a page whose code comes when it is needed. When it cannot be loaded, the page around it stays as it is, with all that
 * was typed, and a message offers to read it anew.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const part = await load().catch(() => MissingPart as ComponentType<Props>);
    return { default: part };
  });
}

const RETRY_MS = 2_000;

/** What stands on every page without being seen. Its code is asked for until it comes: nobody would know that it is missing. */
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
