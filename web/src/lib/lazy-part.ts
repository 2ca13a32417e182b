import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy, useEffect, type ComponentType } from 'react';
import { toast } from '../ui/toast/toast.ts';

/** Why a part of the console could not be loaded. */
export const NOT_LOADED = 'Mission Control was updated since the page was opened, or the connection is lost.';

/** Shows the message and closes itself, so that the next click shows it again. */
function MissingPart({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    toast.error('This part of the page could not be loaded', {
      detail: NOT_LOADED,
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

/**
 * A lazily loaded page. When its code is gone, the router reloads the console once, since a new version may be installed. Without
 * a connection, a reload would replace the console with an error page of the browser: the page reports the error instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isServed()) ? error : new Error(NOT_LOADED, { cause: error });
      }),
    name,
  );

const SERVED_MS = 5_000;

/** Whether a reload would bring the console back. */
const isServed = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(SERVED_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
