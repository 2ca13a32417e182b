import { Suspense } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AppliedFilter } from '../../../ui/applied-filter.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, narrow } from '../../../ui/tokens.ts';
import { choiceLabel, FILTER_GROUPS, type TenantFilter } from '../list-groups.ts';
import type { ListActions } from '../use-list-actions.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';

const EnvironmentFilter = lazyPart(() => import('./environment-filter.tsx').then((module) => module.EnvironmentFilter));

interface AppliedFiltersProps {
  filter: TenantFilter;
  environment: number | undefined;
  /** Rows that filter and switch leave out. */
  hidden: number;
  actions: ListActions;
}

const Hidden = styled('span')({ fontSize: 12, color: color.text2, fontVariantNumeric: 'tabular-nums' });

/** On a phone the count on the Filter button says it. */
const Groups = styled('span')({ display: 'contents', [narrow]: { display: 'none' } });

/** What narrows the list now, each with its way off, and how many rows that hides [TLS-37]. */
export function AppliedFilters(props: AppliedFiltersProps) {
  const { filter, environment, hidden, actions } = props;
  const applied = FILTER_GROUPS.flatMap((group) => {
    const chosen = filter[group.key];
    return chosen === undefined ? [] : [{ group, chosen }];
  });
  return (
    <>
      <Suspense fallback={null}>
        {environment === undefined ? null : <EnvironmentFilter id={environment} onRemove={actions.removeEnvironment} />}
      </Suspense>
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
      {hidden > 0 ? <Hidden role="status">({hidden.toLocaleString('en-GB')} items hidden)</Hidden> : null}
      {applied.length > 0 || environment !== undefined ? (
        <ActionButton variant="ghost" size="small" onClick={actions.clearFilter}>
          Clear
        </ActionButton>
      ) : null}
    </>
  );
}
