import Autocomplete from '@mui/material/Autocomplete';
import { Input } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';
import { MuiTheme } from '../../../ui/mui-theme.tsx';
import type { OtherTenant } from '../relation-edits.ts';
import { tenantMatches, type Choice } from '../tenant-matches.ts';
import { choicePaper } from '../../../ui/choice-paper.ts';

interface TenantChoiceProps {
  choices: readonly Choice[];
  /** The choices are still read. */
  loading: boolean;
  value: OtherTenant | null;
  error: string | undefined;
  onChange: (tenant: OtherTenant) => void;
}

/** A tenant out of thousands: type a part of its name [RLN-06]. */
export function TenantChoice({ choices, loading, value, error, onChange }: TenantChoiceProps) {
  return (
    <MuiTheme>
      <Field label="Tenant" hideLabel error={error}>
        {(control) => (
          <Autocomplete<OtherTenant>
            id={control.id}
            options={choices as Choice[]}
            value={value}
            onChange={(_event, tenant) => {
              if (tenant !== null) onChange({ id: tenant.id, name: tenant.name });
            }}
            filterOptions={(_all, { inputValue }) =>
              tenantMatches(choices, inputValue === value?.name ? '' : inputValue)
            }
            getOptionLabel={(tenant) => tenant.name}
            getOptionKey={(tenant) => tenant.id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            autoHighlight
            selectOnFocus
            handleHomeEndKeys
            loading={loading}
            loadingText="Reading the tenants"
            noOptionsText="No tenant has this in its name."
            // Inside of the page's main part, so that it is found there.
            disablePortal
            slotProps={{
              paper: { sx: choicePaper },
              listbox: { 'aria-label': 'Tenants', 'aria-labelledby': undefined },
            }}
            renderInput={({ slotProps }) => (
              <div ref={slotProps.input.ref}>
                <Input {...slotProps.htmlInput} {...control} placeholder="Choose a tenant" spellCheck={false} />
              </div>
            )}
          />
        )}
      </Field>
    </MuiTheme>
  );
}
