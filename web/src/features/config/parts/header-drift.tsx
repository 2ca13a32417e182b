import { mdiFileAlertOutline, mdiServerOutline } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useEditor } from './editor-context.ts';
import { useCheck } from './use-check.ts';

/** Where somebody changed the committed file by hand; Commit writes it again. */
export function DriftFact() {
  const { drift } = useEditor().editor;
  if (!drift) return null;
  return (
    <StatusChip meaning="bad" variant="quiet" icon={mdiFileAlertOutline}>
      Changed on the server: {drift.hosts.join(', ')}, found <RelativeTime at={drift.found_at} />
    </StatusChip>
  );
}

/** Has the servers read again; before the first commit there is nothing to hold them against. */
export function CheckButton() {
  const { editor } = useEditor();
  const check = useCheck(editor.target);
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiServerOutline}
      pending={check.isPending}
      onClick={() => check.mutate()}
    >
      Check servers
    </ActionButton>
  );
}
