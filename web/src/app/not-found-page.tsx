import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { ActionButton } from '../ui/action/action-button.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { StatePanel } from '../ui/layout/state-panel.tsx';
import { HOME_PATH } from './shell/places.ts';

/** Shown at any unknown address [SHELL-08], which stays unchanged. */
export function NotFoundPage() {
  return (
    <PageFrame title="Error - page not found">
      <StatePanel
        framed
        icon={mdiMapMarkerQuestionOutline}
        title="There is no page at this address"
        actions={<ActionButton href={HOME_PATH}>Go to Dashboard</ActionButton>}
      >
        Check the address, or start again from the dashboard.
      </StatePanel>
    </PageFrame>
  );
}
