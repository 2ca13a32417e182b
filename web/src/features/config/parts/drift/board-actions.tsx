import { mdiCheckDecagramOutline, mdiCloudUploadOutline, mdiTrayArrowDown } from '@mdi/js';
import type { BoardState, BoardTenant } from '@mission-control/contract/config/drift';
import { startBulk } from '@mission-control/contract/bulk/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { boardBulkPath, type BoardAction } from '../../state/board.ts';
import type { DriftSearch } from '../../state/drift-search.ts';

interface BoardActionsProps {
  config: ConfigKindSlug;
  url: DriftSearch;
  search: string;
  /** Tenants that the filters show. */
  shown: readonly BoardTenant[];
  ticked: ReadonlySet<number>;
}

interface Action {
  action: BoardAction;
  label: string;
  icon: string;
  /** States that it applies to. */
  states: readonly BoardState[];
}

const ACTIONS: readonly Action[] = [
  { action: 'commit', label: 'Commit', icon: mdiCloudUploadOutline, states: ['failing', 'changed', 'waiting'] },
  { action: 'take-over', label: 'Take over', icon: mdiTrayArrowDown, states: ['changed', 'unknown', 'failing'] },
  {
    action: 'validate',
    label: 'Validate',
    icon: mdiCheckDecagramOutline,
    states: ['failing', 'changed', 'waiting', 'committed'],
  },
];

/** Links to a bulk change of the ticked cells, or of all listed ones. */
export function BoardActions({ config, url, search, shown, ticked }: BoardActionsProps) {
  const refusal = useRoleRefusal(startBulk, 'change many tenants');
  const chosen = shown.filter(({ tenant_id: id }) => ticked.has(id));
  const rows = chosen.length > 0 ? chosen : shown;
  const word = chosen.length > 0 ? 'ticked' : 'listed';
  return (
    <Toolbar>
      {ACTIONS.map(({ action, label, icon, states }) => {
        const able = rows.filter((row) => states.some((state) => row.states[config] === state));
        const tenants = able.map(({ tenant_id: id }) => id);
        return (
          <ActionButton
            key={action}
            icon={icon}
            count={tenants.length}
            disabledReason={refusal ?? (tenants.length === 0 ? `No ${word} config is eligible` : null)}
            href={boardBulkPath(action, { config, tenants, state: url.state, q: search })}
          >
            {`${label} ${word}`}
          </ActionButton>
        );
      })}
    </Toolbar>
  );
}
