import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { changesText } from '../state/save-diff.ts';
import { useEditor } from './editor-context.ts';

/** Asks before unsaved edits of the config are lost. */
export function ConfigLeaveGuard() {
  const { unsaved, kind, tenant } = useEditor().editor;
  return (
    <LeaveGuard unsaved={unsaved}>
      {`${changesText(unsaved, 'setting')} of the ${kind.label} config of ${tenant.tenant_name} ${unsaved === 1 ? 'is' : 'are'} not saved.`}
    </LeaveGuard>
  );
}
