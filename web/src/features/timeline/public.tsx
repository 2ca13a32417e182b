import { mdiTimelineClockOutline } from '@mdi/js';
import { pathTo } from '../../lib/address/path-to.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { changesBefore } from './timeline-search.ts';

/** Path of the changes in the two hours before a failure. @param at when it began, ISO 8601; @param tenant null: of the fleet */
export function pathOfChangesBefore(at: string, tenant: number | null): string {
  const search = changesBefore(at);
  return tenant === null ? pathTo('/timeline', null, search) : pathTo('/tenant/$id/timeline', { id: tenant }, search);
}

/** Links from a failure to the changes before it. */
export function ChangesBeforeButton({
  at,
  tenant,
  small = false,
}: {
  at: string;
  tenant: number | null;
  small?: boolean;
}) {
  return (
    <ActionButton
      icon={mdiTimelineClockOutline}
      href={pathOfChangesBefore(at, tenant)}
      {...(small && { size: 'small' as const })}
    >
      What changed in the two hours before
    </ActionButton>
  );
}
