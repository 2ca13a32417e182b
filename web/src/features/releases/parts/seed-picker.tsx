import { foldName } from '@mission-control/contract/search/rules';
import Autocomplete from '@mui/material/Autocomplete';
import { useMemo } from 'react';
import { choicePaper } from '../../../ui/choice-paper.ts';
import { Input } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';
import { MuiTheme } from '../../../ui/mui-theme.tsx';

/** Tenants shown at once. */
const MOST_SHOWN = 50;

interface SeedPickerProps {
  /** Names of all tenants. */
  names: readonly string[];
  loading: boolean;
  error: string | undefined;
  value: string | null;
  onChange: (name: string | null) => void;
}

/** A tenant out of thousands: type a part of its name [SEED-01]. */
export function SeedPicker({ names, loading, error, value, onChange }: SeedPickerProps) {
  const folded = useMemo(() => names.map((name) => ({ name, text: foldName(name) })), [names]);
  const matches = (input: string): string[] => {
    const wanted = foldName(input === value ? '' : input.trim());
    const found = folded.filter(({ text }) => text.includes(wanted));
    const starts = found.filter(({ text }) => text.startsWith(wanted));
    const others = found.filter(({ text }) => !text.startsWith(wanted));
    return [...starts, ...others].slice(0, MOST_SHOWN).map(({ name }) => name);
  };
  return (
    <MuiTheme>
      <Field label="Tenant" error={error}>
        {(control) => (
          <Autocomplete<string>
            id={control.id}
            options={names as string[]}
            value={value}
            onChange={(_event, name) => onChange(name)}
            filterOptions={(_all, { inputValue }) => matches(inputValue)}
            autoHighlight
            selectOnFocus
            handleHomeEndKeys
            loading={loading}
            loadingText="Reading the tenants"
            noOptionsText="No tenant has this in its name."
            disablePortal
            slotProps={{
              paper: { sx: choicePaper },
              listbox: { 'aria-label': 'Tenants', 'aria-labelledby': undefined },
            }}
            renderInput={({ slotProps }) => (
              <div ref={slotProps.input.ref}>
                <Input {...slotProps.htmlInput} {...control} placeholder="Search tenants" spellCheck={false} />
              </div>
            )}
          />
        )}
      </Field>
    </MuiTheme>
  );
}
