import { mdiFilterOffOutline } from '@mdi/js';
import { ActionButton } from './action-button.tsx';
import { StatePanel } from './state-panel.tsx';

/** A search met nothing: how many things there are without it, and the way back to them. */
export function NoneFound({ all, search, onClear }: { all: number; search: string; onClear: () => void }) {
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${all.toLocaleString('en-GB')} items filtered)`}
      actions={<ActionButton onClick={onClear}>Clear search</ActionButton>}
    >
      Nothing matches “{search.trim()}”.
    </StatePanel>
  );
}
