import { mdiDomain, mdiEarth } from '@mdi/js';
import { listDashboardTenants } from '@mission-control/contract/dashboard/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Input, listArrow } from '../../../ui/field/field-parts.ts';
import { Field } from '../../../ui/field/field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';
import { choicesOf, findChoice } from '../tenant-choices.ts';
import { useChooser } from '../use-chooser.ts';
import { ChoiceList } from './choice-list.tsx';

interface TenantSelectorProps {
  /** Id of the chosen tenant; none means all in production. */
  tenant: number | undefined;
  onChoose: (tenant: number | null) => void;
}

const Root = styled('div')({
  position: 'relative',
  width: 248,
  maxWidth: '100%',
  marginLeft: 4,
  '& > svg': {
    position: 'absolute',
    left: 10,
    top: '50%',
    transform: 'translateY(-50%)',
    color: color.text3,
    zIndex: 1,
  },
  '& input': { paddingLeft: 34, fontWeight: 500, textOverflow: 'ellipsis', cursor: 'pointer' },
  '& input[aria-expanded="true"]': { cursor: 'text' },
  [narrow]: { width: '100%', marginLeft: 0, marginTop: 4 },
});

/**
 * Chooses whose numbers the page shows: all in production, or one of thousands of tenants. A custom combobox, since this is the
 * first page after the sign-in, and the library's would add considerably to its download.
 */
export function TenantSelector({ tenant, onChoose }: TenantSelectorProps) {
  const { data, isError, refetch } = useQuery(queryOf(listDashboardTenants, {}));
  const choices = useMemo(() => choicesOf(data?.data ?? []), [data]);
  const chosen = findChoice(choices, tenant);
  const { list, open, text, active, found, ...chooser } = useChooser(choices, chosen, onChoose, () => {
    if (isError) void refetch();
  });
  return (
    <Root>
      <Icon path={chosen.id === null ? mdiEarth : mdiDomain} size={16} />
      <Field label="Tenant" hideLabel>
        {(control) => (
          <Input
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            aria-activedescendant={open && found[active] ? `${list}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            style={listArrow}
            value={text ?? chosen.name}
            onChange={(event) => chooser.type(event.target.value)}
            onClick={(event) => {
              if (!open) chooser.show();
              else if (isError) void refetch();
              if (text === null) event.currentTarget.select();
            }}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={chooser.close}
            onKeyDown={chooser.press}
          />
        )}
      </Field>
      {open ? (
        <ChoiceList
          id={list}
          choices={found}
          chosen={chosen.id}
          active={active}
          note={data ? undefined : isError ? 'The tenants could not be loaded.' : 'Loading the tenants…'}
          onChoose={chooser.choose}
        />
      ) : null}
    </Root>
  );
}
