import Autocomplete from '@mui/material/Autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { choicePaper } from '../../../ui/choice-paper.ts';
import { Input, listArrow } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';
import { MuiTheme } from '../../../ui/mui-theme.tsx';
import { styled } from '../../../ui/styled.ts';
import { narrow } from '../../../ui/tokens.ts';
import { dashboardTenantsQuery } from '../queries.ts';
import { choicesOf, findChoice, matchingChoices, type DashboardChoice } from '../tenant-choices.ts';

interface TenantSelectorProps {
  /** Id of the chosen tenant; none means all in production. */
  tenant: number | undefined;
  onChoose: (tenant: number | null) => void;
}

const Root = styled('div')({
  width: 248,
  maxWidth: '100%',
  marginLeft: 4,
  '& input': { fontWeight: 500, textOverflow: 'ellipsis' },
  [narrow]: { width: '100%', marginLeft: 0, marginTop: 4 },
});

/** Whose numbers the page shows: all in production, or a tenant out of thousands. */
export function TenantSelector({ tenant, onChoose }: TenantSelectorProps) {
  const { data } = useQuery(dashboardTenantsQuery);
  const choices = useMemo(() => choicesOf(data?.data ?? []), [data]);
  const value = findChoice(choices, tenant);
  return (
    <MuiTheme>
      <Root>
        <Field label="Tenant" hideLabel>
          {(control) => (
            <Autocomplete<DashboardChoice, false, true>
              id={control.id}
              options={choices}
              value={value}
              onChange={(_event, choice) => onChoose(choice.id)}
              filterOptions={(_all, { inputValue }) =>
                matchingChoices(choices, inputValue === value.name ? '' : inputValue)
              }
              getOptionLabel={({ name }) => name}
              getOptionKey={({ id }) => id ?? 0}
              isOptionEqualToValue={(a, b) => a.id === b.id}
              disableClearable
              autoHighlight
              selectOnFocus
              handleHomeEndKeys
              noOptionsText="No tenant has this in its name."
              // Inside of the page's main part, so that it is found there.
              disablePortal
              slotProps={{
                paper: { sx: choicePaper },
                listbox: { 'aria-label': 'Tenants', 'aria-labelledby': undefined },
              }}
              renderInput={({ slotProps }) => (
                <div ref={slotProps.input.ref}>
                  <Input {...slotProps.htmlInput} style={listArrow} spellCheck={false} />
                </div>
              )}
            />
          )}
        </Field>
      </Root>
    </MuiTheme>
  );
}
