import { mdiRefresh } from '@mdi/js';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ActionButton } from '../ui/action-button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { StatePanel } from '../ui/state-panel.tsx';

/** A page that broke while it was drawn, or whose code could not be loaded; the frame around it still works. */
export function PageError({ error }: ErrorComponentProps) {
  return (
    <PageFrame title="This page could not be shown">
      <StatePanel
        framed
        tone="error"
        title="This page could not be shown"
        actions={
          <ActionButton variant="primary" icon={mdiRefresh} onClick={() => window.location.reload()}>
            Reload
          </ActionButton>
        }
      >
        {error instanceof Error ? error.message : null}
      </StatePanel>
    </PageFrame>
  );
}
