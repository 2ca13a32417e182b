import { mdiClose, mdiFilterOffOutline } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { choiceLabel, FILTER_GROUPS, type TenantFilter } from '../list-groups.ts';

interface NothingFoundProps {
  /** Rows that are left out in all. */
  filtered: number;
  search: string;
  filter: TenantFilter;
  environment: number | undefined;
  showInactive: boolean;
  onClearSearch: () => void;
  onClearFilter: () => void;
  onShowInactive: () => void;
}

/** No row is left: how many are filtered, by what, and the ways back [TLS-42]. */
export function NothingFound(props: NothingFoundProps) {
  const { filtered, search, filter, environment, showInactive } = props;
  const narrowed = environment !== undefined || Object.keys(filter).length > 0;
  const words = search.trim();
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${filtered.toLocaleString('en-GB')} items filtered)`}
      actions={
        filtered === 0 ? null : (
          <>
            {narrowed ? (
              <ActionButton icon={mdiClose} onClick={props.onClearFilter}>
                Clear filters
              </ActionButton>
            ) : null}
            {words === '' ? null : <ActionButton onClick={props.onClearSearch}>Clear search</ActionButton>}
            {narrowed || words !== '' || showInactive ? null : (
              <ActionButton onClick={props.onShowInactive}>Show inactive</ActionButton>
            )}
          </>
        )
      }
    >
      {filtered === 0 ? 'There are no tenants yet.' : reason(words, chosenWords(filter, environment))}
    </StatePanel>
  );
}

function reason(words: string, chosen: readonly string[]): string {
  const also = chosen.join(' and ');
  if (words !== '')
    return also === '' ? `Nothing matches “${words}”.` : `Nothing matches “${words}” together with ${also}.`;
  return also === '' ? 'All tenants are inactive.' : `Nothing matches ${also}.`;
}

function chosenWords(filter: TenantFilter, environment: number | undefined): string[] {
  const groups = FILTER_GROUPS.flatMap((group) => {
    const chosen = filter[group.key]?.map((value) => choiceLabel(group, value)) ?? [];
    return chosen.length === 0 ? [] : [`${group.name} ${chosen.join(' or ')}`];
  });
  return environment === undefined ? groups : ['the environment', ...groups];
}
