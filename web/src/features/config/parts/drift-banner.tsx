import { mdiFileAlertOutline } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useEditor } from './editor-context.ts';

/** Where somebody changed the committed file by hand; nothing when there is no such server. */
export function DriftBanner() {
  const { editor, view } = useEditor();
  const { drift } = editor;
  if (!drift) return null;
  return (
    <Banner
      live
      meaning="bad"
      icon={mdiFileAlertOutline}
      title="Changed on the server."
      action={
        view.screen === 'servers' ? null : (
          <ActionButton size="small" onClick={() => view.show('servers')}>
            Compare
          </ActionButton>
        )
      }
    >
      {drift.hosts.join(', ')} {drift.hosts.length === 1 ? 'has' : 'have'} another file than the committed one, found{' '}
      <RelativeTime at={drift.found_at} />. Commit puts the saved config in its place.
    </Banner>
  );
}
