import { foldName } from '@mission-control/contract/search/rules';
import Autocomplete from '@mui/material/Autocomplete';
import { useMemo } from 'react';
import { choicePaper } from '../../../ui/choice-paper.ts';
import { Input, listArrow } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';

/** Tenants shown at once. */
const MOST_SHOWN = 50;

export interface TenantOption {
  id: number;
  tenant_name: string;
}

interface TenantFieldProps {
  label: string;
  tenants: readonly TenantOption[];
  loading: boolean;
  value: TenantOption | null;
  help: string | undefined;
  error: string | undefined;
  onChange: (tenant: TenantOption | null) => void;
}

/** A tenant out of thousands: type a part of its name. */
export function TenantField({ label, tenants, loading, value, help, error, onChange }: TenantFieldProps) {
  const folded = useMemo(() => tenants.map((tenant) => ({ tenant, text: foldName(tenant.tenant_name) })), [tenants]);
  const matches = (input: string): TenantOption[] => {
    const wanted = foldName(input === value?.tenant_name ? '' : input.trim());
    const found = folded.filter(({ text }) => text.includes(wanted));
    const starts = found.filter(({ text }) => text.startsWith(wanted));
    const others = found.filter(({ text }) => !text.startsWith(wanted));
    return [...starts, ...others].slice(0, MOST_SHOWN).map(({ tenant }) => tenant);
  };
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Autocomplete<TenantOption>
          id={control.id}
          options={tenants as TenantOption[]}
          value={value}
          onChange={(_event, tenant) => onChange(tenant)}
          filterOptions={(_all, { inputValue }) => matches(inputValue)}
          getOptionLabel={(tenant) => tenant.tenant_name}
          getOptionKey={(tenant) => tenant.id}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          autoHighlight
          selectOnFocus
          handleHomeEndKeys
          loading={loading}
          loadingText="Reading the tenants"
          noOptionsText="No tenant has this in its name."
          slotProps={{
            paper: { sx: choicePaper },
            // Inside the dialog, so that it belongs to it for screen readers too; fixed, so that the dialog does not cut it off.
            popper: { disablePortal: true, popperOptions: { strategy: 'fixed' } },
            listbox: { 'aria-label': 'Tenants', 'aria-labelledby': undefined },
          }}
          renderInput={({ slotProps }) => (
            <div ref={slotProps.input.ref}>
              <Input
                {...slotProps.htmlInput}
                {...control}
                style={listArrow}
                placeholder="Choose a tenant"
                spellCheck={false}
              />
            </div>
          )}
        />
      )}
    </Field>
  );
}
