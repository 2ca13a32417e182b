import { mdiRefresh } from '@mdi/js';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { NOT_LOADED } from '../lib/lazy-part.ts';
import { ActionButton } from '../ui/action/action-button.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { StatePanel } from '../ui/layout/state-panel.tsx';

/**
 * Shown when a page fails to render or its code cannot be loaded, after the router has reloaded once; the frame around it
 * still works.
 */
export function PageError({ error }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : null;
  const notLoaded = message !== null && (message === NOT_LOADED || NOT_FETCHED.test(message));
  const title = notLoaded ? 'This page could not be loaded' : 'This page could not be shown';
  return (
    <PageFrame title={title}>
      <StatePanel
        framed
        tone="error"
        title={title}
        actions={
          <ActionButton variant="primary" icon={mdiRefresh} onClick={() => window.location.reload()}>
            Reload
          </ActionButton>
        }
      >
        {notLoaded ? NOT_LOADED : message}
      </StatePanel>
    </PageFrame>
  );
}

/** Error messages of browsers for a module that could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed/i;
