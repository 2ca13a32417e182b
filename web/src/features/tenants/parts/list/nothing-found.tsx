import { mdiClose, mdiFilterOffOutline } from '@mdi/js';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { choiceLabel, FILTER_GROUPS, REPORT_WORDS } from '@mission-control/contract/tenants/groups';
import { numberText } from '@mission-control/contract/numbers';
import type { ListChoices, ListState } from '../../list/use-list-state.ts';

interface NothingFoundProps extends ListChoices, Pick<ListState, 'search' | 'showInactive'> {
  /** Total number of hidden rows, including those hidden by the search. */
  filtered: number;
  onClearSearch: () => void;
}

/** No matching rows: how many are hidden, by which filters, and ways to clear them [TLS-42]. */
export function NothingFound(props: NothingFoundProps) {
  const { filtered, search, filter, environment, reports, uses, attention, showInactive, actions } = props;
  const narrowed =
    [environment, reports, uses, attention].some((one) => one !== undefined) || Object.keys(filter).length > 0;
  const words = search.trim();
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${numberText(filtered)} items filtered)`}
      actions={
        filtered === 0 ? null : (
          <>
            {narrowed ? (
              <ActionButton icon={mdiClose} onClick={actions.clearFilter}>
                Clear filters
              </ActionButton>
            ) : null}
            {words === '' ? null : <ActionButton onClick={props.onClearSearch}>Clear search</ActionButton>}
            {narrowed || words !== '' || showInactive ? null : (
              <ActionButton onClick={() => actions.setShowInactive(true)}>Show inactive</ActionButton>
            )}
          </>
        )
      }
    >
      {filtered === 0 ? 'There are no tenants yet.' : reason(words, chosenWords(props))}
    </StatePanel>
  );
}

function reason(words: string, chosen: readonly string[]): string {
  const also = chosen.join(' and ');
  if (words !== '')
    return also === '' ? `Nothing matches “${words}”.` : `Nothing matches “${words}” together with ${also}.`;
  return also === '' ? 'All tenants are inactive.' : `Nothing matches ${also}.`;
}

function chosenWords({ filter, environment, reports, uses, attention }: NothingFoundProps): string[] {
  const groups = FILTER_GROUPS.flatMap((group) => {
    const chosen = filter[group.key]?.map((value) => choiceLabel(group, value)) ?? [];
    return chosen.length === 0 ? [] : [`${group.name} ${chosen.join(' or ')}`];
  });
  return [
    ...(environment === undefined ? [] : ['the environment']),
    ...(reports === undefined ? [] : [`members ${REPORT_WORDS[reports]}`]),
    ...(uses === undefined ? [] : ['what it uses']),
    ...(attention === undefined ? [] : ['what needs attention']),
    ...groups,
  ];
}
