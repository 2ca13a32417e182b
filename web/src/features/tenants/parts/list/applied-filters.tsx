import { mdiAlertOutline } from '@mdi/js';
import { ATTENTION_NAMES } from '@mission-control/contract/attention/kinds';
import type { AttentionChoice } from '@mission-control/contract/attention/schema';
import { Suspense } from 'react';
import { lazyPart } from '../../../../lib/lazy-part.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { AppliedFilter } from '../../../../ui/table/applied-filter.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, narrow } from '../../../../ui/theme/tokens.ts';
import { choiceLabel, FILTER_GROUPS, REPORT_WORDS } from '@mission-control/contract/tenants/groups';
import { numberText } from '@mission-control/contract/numbers';
import type { ListChoices } from '../../list/use-list-state.ts';

const EnvironmentFilter = lazyPart(() => import('./environment-filter.tsx').then((module) => module.EnvironmentFilter));
const UsesFilter = lazyPart(() => import('./environment-filter.tsx').then((module) => module.UsesFilter));

interface AppliedFiltersProps extends ListChoices {
  /** Rows hidden by filter and switch. */
  hidden: number;
}

const Hidden = styled('span')({ fontSize: 12, color: color.text2, fontVariantNumeric: 'tabular-nums' });

/** On a phone the Filter button shows the count. */
const Groups = styled('span')({ display: 'contents', [narrow]: { display: 'none' } });

/** Active filters, each removable, and how many rows they hide [TLS-37]. */
export function AppliedFilters(props: AppliedFiltersProps) {
  const { filter, environment, reports, uses, attention, hidden, actions } = props;
  const applied = FILTER_GROUPS.flatMap((group) => {
    const chosen = filter[group.key];
    return chosen === undefined ? [] : [{ group, chosen }];
  });
  return (
    <>
      <Suspense fallback={null}>
        {environment === undefined ? null : <EnvironmentFilter id={environment} onRemove={actions.removeEnvironment} />}
        {uses === undefined ? null : <UsesFilter uses={uses} onRemove={actions.removeUses} />}
      </Suspense>
      {reports === undefined ? null : (
        <AppliedFilter name="Members" value={REPORT_WORDS[reports]} onRemove={actions.removeReports} />
      )}
      {attention === undefined || attention === 'any' ? null : (
        <AppliedFilter name="Reason" value={ATTENTION_NAMES[attention]} onRemove={() => actions.setAttention('any')} />
      )}
      <Groups>
        {applied.map(({ group, chosen }) => (
          <AppliedFilter
            key={group.key}
            name={group.name}
            value={chosen.map((value) => choiceLabel(group, value)).join(', ')}
            onRemove={() => {
              const { [group.key]: _, ...others } = filter;
              actions.setFilter(others);
            }}
          />
        ))}
      </Groups>
      {hidden > 0 ? <Hidden role="status">({numberText(hidden)} items hidden)</Hidden> : null}
      {applied.length > 0 ||
      [environment, reports, uses, attention].some((one) => one !== undefined && one !== 'any') ? (
        <ActionButton variant="ghost" size="small" onClick={actions.clearFilter}>
          Clear
        </ActionButton>
      ) : null}
    </>
  );
}

interface AttentionButtonProps {
  choice: AttentionChoice | undefined;
  /** Tenants that need attention; undefined until loaded. */
  needing: number | undefined;
  onChoose: (choice: AttentionChoice | undefined) => void;
}

/** Narrows the list to the tenants that need attention, or back. Absent while none does; until that is known, it keeps its place. */
export function AttentionButton({ choice, needing, onChoose }: AttentionButtonProps) {
  const isOn = choice !== undefined;
  if (needing === 0 && !isOn) return null;
  return (
    <ActionButton
      variant={isOn ? 'tonal' : 'secondary'}
      icon={mdiAlertOutline}
      count={needing}
      disabledReason={needing === undefined && !isOn ? 'Not loaded yet' : null}
      aria-pressed={isOn}
      onClick={() => onChoose(isOn ? undefined : 'any')}
    >
      Needs attention
    </ActionButton>
  );
}
