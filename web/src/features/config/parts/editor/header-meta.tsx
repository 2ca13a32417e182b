import { mdiCompare, mdiHistory, mdiServerOutline } from '@mdi/js';
import { checkConfig } from '@mission-control/contract/config/calls';
import type { ConfigState } from '@mission-control/contract/config/schema';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { styled } from '../../../../ui/theme/styled.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../../ui/display/status-chip.tsx';
import { color } from '../../../../ui/theme/tokens.ts';
import { useEditor } from './editor-context.ts';
import { useCheck } from './use-check.ts';

/** A quiet sentence under the title. */
export const Fact = styled('span')({ color: color.text3, '& b': { color: color.text2, fontWeight: 550 } });

/** Which revision is saved, by whom and when. */
export function SavedFact({ state }: { state: ConfigState }) {
  if (state.saved_at === null) return <Fact>Never saved</Fact>;
  return (
    <Fact>
      Revision {state.revision}, saved <RelativeTime at={state.saved_at} /> by <b>{state.saved_by}</b>
    </Fact>
  );
}

/** Which revision the servers run. */
export function CommittedFact({ state }: { state: ConfigState }) {
  if (state.committed_at === null) return <Fact>Never committed: the servers have no file from this console</Fact>;
  if (state.committed_hash === null) {
    return (
      <StatusChip meaning="warn" variant="quiet">
        The servers differ: the last commit ended part-way. Commit again.
      </StatusChip>
    );
  }
  return (
    <Fact>
      Servers run revision {state.committed_revision}, committed <RelativeTime at={state.committed_at} /> by{' '}
      <b>{state.committed_by}</b>
    </Fact>
  );
}

/** Opens the list of revisions. */
export function RevisionsButton() {
  const { view } = useEditor();
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiHistory}
      aria-expanded={view.panel === 'revisions'}
      onClick={() => view.open(view.panel === 'revisions' ? null : 'revisions')}
    >
      Revisions
    </ActionButton>
  );
}

/** Opens the comparison with other tenants or the template, starting with this config. */
export function CompareButton() {
  const { tenantId, kind } = useEditor().editor.target;
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiCompare}
      href={pathTo('/compare', null, { service: kind, tenants: tenantId })}
    >
      Compare with…
    </ActionButton>
  );
}

/** Re-reads the published files; hidden before the first commit, when there is nothing to compare. */
export function CheckButton() {
  const { editor } = useEditor();
  const check = useCheck(editor.target);
  const refusal = useRoleRefusal(checkConfig, 'check the servers');
  if (editor.state.committed_hash === null) return null;
  return (
    <ActionButton
      variant="ghost"
      size="small"
      icon={mdiServerOutline}
      pending={check.isPending}
      disabledReason={refusal}
      onClick={() => check.mutate()}
    >
      Check servers
    </ActionButton>
  );
}
